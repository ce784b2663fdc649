import type { Address, Hex } from 'viem'
import type { TandemClient } from './client/create-client.ts'
import type { Order, Quote } from './client/types.ts'
import type { EvidenceOptions } from './evidence/evidence-options.ts'
import type { UnsentInitiation } from './initiate/signed-once.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SecretSource } from './secrets/wallet-secrets.ts'

/** Must survive a restart. It holds the secret: keep it like a key. Plain JSON with decimal strings. */
export interface SwapState {
  secret: Hex
  /** `stored`: the secret is lost with this state. */
  secretOrigin?: 'wallet' | 'stored'
  userId: string
  sourceAddress: Address
  destinationAddress: Address
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type' | 'hop_relayer_fee' | 'expires_at'>
  /** `null` until the order was made. */
  orderId: string | null
  vaults?: { source: Address; destination: Address }
  /** Unix seconds by the application's clock. */
  startedAt?: number
  /** As verified first: enough to claim and refund without a server. */
  order?: Order
  /** The orderbook's signed words, one for each status. */
  receipts?: readonly NonNullable<Order['receipt']>[]
  /**
   * Unix seconds until which the source vault may still be paid. A wallet's transaction has no end until the chain
   * shows it.
   */
  fundableUntil?: number
  unsent?: UnsentInitiation | undefined
  /** Saved before the secret is first sent. */
  secretLeft?: boolean
}

/** Exact input. */
interface ExactInput {
  /** Base units. */
  sourceAmount: bigint
  /** Base units; without it a server could set any price. */
  minReceived: bigint
  destinationAmount?: undefined
  maxSpent?: undefined
}

/** Exact output. */
interface ExactOutput {
  /** Base units. */
  destinationAmount: bigint
  /** Base units; without it a server could set any price. */
  maxSpent: bigint
  sourceAmount?: undefined
  minReceived?: undefined
}

export type SwapRequest = SwapParties & (ExactInput | ExactOutput)

interface SwapParties {
  userId: string
  sourceAsset: string
  destinationAsset: string
  /** Funds the escrow, and is repaid by a cancellation. */
  sourceAddress: Address
  /** On a hop also on the final chain. */
  destinationAddress: Address
  /** Is paid by the maker: `feeBips` hundredths of a percent, at most 100. Not on hop routes. */
  integrator?: { address: Address; feeBips: number }
}

export interface SwapOptions {
  client: TandemClient
  /** Called before anything depends on a change. Keep states under `swapKeyOf(state)`. */
  save: (state: SwapState) => Promise<void> | void
  /** `walletSecrets(wallet)`, or random by default. */
  secrets?: SecretSource
  /** A network file. The orderbook's lists are not believed. */
  network?: KnownNetwork
  evidence?: EvidenceOptions
  /**
   * Believes the orderbook's lists, and reveals on the servers' word: with the market maker they can take the source
   * amount. For tests, and for servers of your own.
   */
  dangerouslyTrustServers?: boolean
}
