import type { InitiationPath } from '@tandem/contracts/rules'
import type { Address, Hex } from 'viem'
import type { TandemClient } from './client/create-client.ts'
import type { Order, Quote } from './client/types.ts'
import { type EvidenceOptions, evidenceRequired } from './evidence/evidence-options.ts'
import type { UnsentInitiation } from './initiate/kept-signature.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SecretSource } from './secrets/secret-source.ts'

/** The state of a swap, as plain JSON. It holds the secret, so keep it like a key. */
export interface SwapState {
  secret: Hex
  /** `stored`: the secret is lost with this state. `wallet`: the wallet can make it again. */
  secretOrigin?: 'wallet' | 'stored'
  userId: string
  sourceAddress: Address
  destinationAddress: Address
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type' | 'hop_relayer_fee' | 'expires_at'>
  /** `null` until the order was made. */
  orderId: string | null
  vaults?: { source: Address; destination: Address }
  /** In unix seconds. */
  startedAt?: number
  /** The verified order, which is enough to claim and refund without a server. */
  order?: Order
  /** Until when something may still pay the vault, in unix seconds. */
  fundableUntil?: number
  /** The path of the signature that may still pay it. */
  fundablePath?: InitiationPath
  unsent?: UnsentInitiation | undefined
  /** True once the secret may have left. Saved before it is first sent. */
  secretLeft?: boolean
  /** The relayer keeps the secret until revealing is safe: no chain of yours has shown that yet. Saved with `secretLeft`. */
  claimWaits?: boolean
}

interface ExactInput {
  /** In base units. */
  sourceAmount: bigint
  /** The least that the recipient must get, in base units. Without it a server could set any price. */
  minReceived: bigint
  destinationAmount?: undefined
  maxSpent?: undefined
}

interface ExactOutput {
  /** In base units. */
  destinationAmount: bigint
  /** The most that may be paid, in base units. Without it a server could set any price. */
  maxSpent: bigint
  sourceAmount?: undefined
  minReceived?: undefined
}

export type SwapRequest = SwapParties & (ExactInput | ExactOutput)

interface SwapParties {
  userId: string
  sourceAsset: string
  destinationAsset: string
  /** The account that funds the escrow. */
  sourceAddress: Address
  /** The recipient; on a hop, both on the hub and on the final chain. */
  destinationAddress: Address
  /**
   * True: the recipient may have the address of the payer's contract account, without code on the destination chain.
   * Only for those who know that they control that address there.
   */
  allowUndeployedRecipient?: boolean
}

export interface SwapOptions {
  client: TandemClient
  /** Called with each change, before anything depends on it. */
  save: (state: SwapState) => Promise<void> | void
  /** Where the secret comes from: `walletSecrets(wallet)`, or random by default. */
  secrets?: SecretSource
  /** The pinned network: a network file. */
  network?: KnownNetwork
  evidence?: EvidenceOptions
  /**
   * True: the servers are believed. Together with the market maker they could then take the source amount. Only for
   * tests, and for servers of your own.
   */
  dangerouslyTrustServers?: boolean
}

/** @throws `EVIDENCE_REQUIRED`. */
export async function pinnedNetwork({ network, dangerouslyTrustServers, client }: SwapOptions): Promise<KnownNetwork> {
  if (network !== undefined) return network
  if (dangerouslyTrustServers !== true) throw evidenceRequired('`network`')
  const [chains, assets, routes] = await Promise.all([client.listChains(), client.listAssets(), client.listRoutes()])
  return { chains, assets, routes }
}
