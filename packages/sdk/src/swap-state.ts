import type { InitiationPath } from '@tandem/contracts/rules'
import type { Address, Hex } from 'viem'
import type { TandemClient } from './client/create-client.ts'
import type { Order, Quote } from './client/types.ts'
import { type EvidenceOptions, evidenceRequired } from './evidence/evidence-options.ts'
import type { UnsentInitiation } from './initiate/kept-signature.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SecretSource } from './secrets/secret-source.ts'

/**
 * The state of a swap, as plain JSON, for `Swap.resume` after a restart. It holds the secret, so keep it as safe as a
 * private key.
 */
export interface SwapState {
  secret: Hex
  /** With `wallet`, the wallet can make the secret again. With `stored`, the secret is lost when this state is lost. */
  secretOrigin?: 'wallet' | 'stored'
  userId: string
  sourceAddress: Address
  destinationAddress: Address
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type' | 'hop_relayer_fee' | 'expires_at'>
  /** `null` until the order is made. */
  orderId: string | null
  vaults?: { source: Address; destination: Address }
  /** When the swap was started, in unix seconds. */
  startedAt?: number
  /** The verified order. It is enough to claim and refund without a server. */
  order?: Order
  /** Until when something that was signed or sent may still pay the source vault, in unix seconds. */
  fundableUntil?: number
  /** The path of the signature that may still pay the source vault. */
  fundablePath?: InitiationPath
  /** A signature that the relayer has not accepted or refused yet. */
  unsent?: UnsentInitiation | undefined
  /** True once the secret may be known to others. It is saved before the secret is sent for the first time. */
  secretLeft?: boolean
  /**
   * True while the relayer keeps the secret until revealing is safe, and the application's endpoints have not shown
   * that it is. It is saved together with `secretLeft`.
   */
  claimWaits?: boolean
}

interface ExactInput {
  /** What the user pays, in base units. */
  sourceAmount: bigint
  /** The least that the recipient must get, in base units. Without it a server could set any price. */
  minReceived: bigint
  destinationAmount?: undefined
  maxSpent?: undefined
}

interface ExactOutput {
  /** What the recipient gets, in base units. */
  destinationAmount: bigint
  /** The most that may be paid, in base units. Without it a server could set any price. */
  maxSpent: bigint
  sourceAmount?: undefined
  minReceived?: undefined
}

/**
 * What a user asks for: either an exact amount to pay (`sourceAmount` with `minReceived`) or an exact amount to receive
 * (`destinationAmount` with `maxSpent`).
 * @example
 * const request: SwapRequest = {
 *   userId: 'user-1',
 *   sourceAsset: 'devnet_a:usdc',
 *   destinationAsset: 'devnet_b:usdc',
 *   sourceAddress: account.address,
 *   destinationAddress: account.address,
 *   sourceAmount: 25_000_000n,
 *   minReceived: 24_900_000n,
 * }
 */
export type SwapRequest = SwapParties & (ExactInput | ExactOutput)

interface SwapParties {
  userId: string
  sourceAsset: string
  destinationAsset: string
  /** The account that pays on the source chain, and gets a refund. */
  sourceAddress: Address
  /** The recipient. On a hop it is the recipient on the hub and on the final chain. */
  destinationAddress: Address
  /**
   * With true, the payer may be a contract account and the recipient the same address on a chain where it has no code.
   * Only set it if you know that you control that address there.
   */
  allowUndeployedRecipient?: boolean
}

/** What every `Swap` needs: the services, the store, and what the application trusts instead of the services. */
export interface SwapOptions {
  client: TandemClient
  /** Called with every change of the state, and awaited before the swap does anything that depends on it. */
  save: (state: SwapState) => Promise<void> | void
  /** Makes the secrets: `walletSecrets(wallet)`, for example. By default a secret is random. */
  secrets?: SecretSource
  /** The pinned network, usually the content of a network file. */
  network?: KnownNetwork
  /** The endpoints by which the chains are read. */
  evidence?: EvidenceOptions
  /**
   * With true, the answers of the servers are believed, and the chains are not read. The servers and a market maker
   * could then take the source amount together, so it is only for tests and for servers of your own.
   */
  dangerouslyTrustServers?: boolean
}

/** @throws `EVIDENCE_REQUIRED` when no network is pinned and the servers are not trusted. */
export async function pinnedNetwork({ network, dangerouslyTrustServers, client }: SwapOptions): Promise<KnownNetwork> {
  if (network !== undefined) return network
  if (dangerouslyTrustServers !== true) throw evidenceRequired('`network`')
  const [chains, assets, routes] = await Promise.all([client.listChains(), client.listAssets(), client.listRoutes()])
  return { chains, assets, routes }
}
