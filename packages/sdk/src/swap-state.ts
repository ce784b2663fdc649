import type { Address, Hex } from 'viem'
import type { TandemClient } from './client/create-client.ts'
import type { Order, Quote } from './client/types.ts'
import type { EvidenceOptions } from './evidence/evidence-options.ts'
import type { UnsentInitiation } from './initiate/signed-once.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SecretSource } from './secrets/wallet-secrets.ts'

/**
 * All that must survive a restart of the application. It holds the secret: keep it where you would keep a key, and keep
 * it before money moves. Amounts are decimal strings, so it is plain JSON.
 */
export interface SwapState {
  secret: Hex
  /** `wallet`: the wallet can make the secret again. `stored`: it is lost with this state. */
  secretOrigin?: 'wallet' | 'stored'
  userId: string
  sourceAddress: Address
  destinationAddress: Address
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type' | 'hop_relayer_fee' | 'expires_at'>
  /** `null` until the order was made. */
  orderId: string | null
  /** Both escrows, once the order was verified: a later answer must name the same. */
  vaults?: { source: Address; destination: Address }
  /** When the swap was started, by the application's clock, unix seconds. */
  startedAt?: number
  /** The order as it was verified first: enough to claim and to refund when no server answers. */
  order?: Order
  /** The orderbook's signed words on the order, one for each status: evidence, should a chain show something else. */
  receipts?: readonly NonNullable<Order['receipt']>[]
  /**
   * Unix seconds until which something that was signed or sent may still pay the source vault; saved before it leaves. A
   * transaction of the wallet has no end until the chain shows it.
   */
  fundableUntil?: number
  /** Signed by the wallet and not taken by the relayer yet: it is handed over when the relayer answers, and not signed again. */
  unsent?: UnsentInitiation | undefined
  /** Saved before the secret is sent for the first time: from then on another party may know it. */
  secretLeft?: boolean
}

/** Exact input. */
interface ExactInput {
  /** Base units of the source asset. */
  sourceAmount: bigint
  /** The least that must be received, base units of the destination asset: without it a server could set any price. */
  minReceived: bigint
  destinationAmount?: undefined
  maxSpent?: undefined
}

/** Exact output. */
interface ExactOutput {
  /** Base units of the destination asset. */
  destinationAmount: bigint
  /** The most that may be spent, base units of the source asset: without it a server could set any price. */
  maxSpent: bigint
  sourceAmount?: undefined
  minReceived?: undefined
}

export type SwapRequest = SwapParties & (ExactInput | ExactOutput)

interface SwapParties {
  userId: string
  sourceAsset: string
  destinationAsset: string
  /** The user on the source chain: funds the escrow, and is repaid if it is cancelled. */
  sourceAddress: Address
  /**
   * The user on the destination chain: is paid. On a hop the same address is paid on the final chain, and signs for it
   * on the hub chain.
   */
  destinationAddress: Address
}

export interface SwapOptions {
  client: TandemClient
  /**
   * Called with every change, before anything depends on it; the swap goes on when it has resolved. Keep each state under
   * `swapKeyOf(state)`: the orderbook could give one identifier to two swaps.
   */
  save: (state: SwapState) => Promise<void> | void
  /** Where secrets come from: `walletSecrets(wallet)` makes swaps that the wallet can find again. Random by default. */
  secrets?: SecretSource
  /**
   * The chains, assets and routes that the application pins: a network file. The
   * orderbook's own lists are not believed.
   */
  network?: KnownNetwork
  /** Where the application looks for itself before the secret leaves. */
  evidence?: EvidenceOptions
  /**
   * Believe the orderbook's lists of chains, assets and routes, and give the secret to the relayer on the servers' word. Servers
   * in league with the market maker can then take the source amount. For tests, and for servers that are your own.
   */
  dangerouslyTrustServers?: boolean
}
