import type { InitiationPath } from '@tandem/contracts/rules'
import type { Address, Hex } from 'viem'
import type { TandemClient } from './client/create-client.ts'
import type { Order, Quote } from './client/types.ts'
import { type EvidenceOptions, evidenceRequired } from './evidence/evidence-options.ts'
import type { UnsentInitiation } from './initiate/signed-once.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SecretSource } from './secrets/secret-source.ts'

/** It holds the secret: keep it like a key. Plain JSON. */
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
  /** Unix seconds. */
  startedAt?: number
  /** Enough to claim and refund without a server. */
  order?: Order
  /** Unix seconds until which the vault may still be paid. */
  fundableUntil?: number
  /** By which signature, while one can still pay it. */
  fundablePath?: InitiationPath
  unsent?: UnsentInitiation | undefined
  /** Saved before the secret is first sent. */
  secretLeft?: boolean
}

interface ExactInput {
  /** Base units. */
  sourceAmount: bigint
  /** Base units; without it a server could set any price. */
  minReceived: bigint
  destinationAmount?: undefined
  maxSpent?: undefined
}

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
  /** Funds the escrow. */
  sourceAddress: Address
  /** On a hop also on the final chain. */
  destinationAddress: Address
  /**
   * The recipient may have the address of a contract account of the source chain and no code on the destination chain. Only
   * for those who know that they control it there.
   */
  allowUndeployedRecipient?: boolean
}

export interface SwapOptions {
  client: TandemClient
  /** Called before anything depends on a change. */
  save: (state: SwapState) => Promise<void> | void
  /** `walletSecrets(wallet)`, or random by default. */
  secrets?: SecretSource
  /** A network file. */
  network?: KnownNetwork
  evidence?: EvidenceOptions
  /** Servers can then take the source amount with the market maker. For tests, and for servers of your own. */
  dangerouslyTrustServers?: boolean
}

/** @throws `EVIDENCE_REQUIRED`. */
export async function pinnedNetwork({ network, dangerouslyTrustServers, client }: SwapOptions): Promise<KnownNetwork> {
  if (network !== undefined) return network
  if (dangerouslyTrustServers !== true) throw evidenceRequired('`network`')
  const [chains, assets, routes] = await Promise.all([client.listChains(), client.listAssets(), client.listRoutes()])
  return { chains, assets, routes }
}
