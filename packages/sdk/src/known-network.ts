import { highestWorthUsd, type WindowChain } from '@tandem/contracts/rules'
import type { Asset, Chain, Route } from './client/types.ts'
import { TandemError } from './tandem-error.ts'

/** A chain that the application trusts. Pin the registry's address where you can. */
export type VerifiedChain = Pick<Chain, 'chain' | 'chain_id' | 'registry_address'> &
  // Needed to verify a hop.
  Partial<Pick<Chain, 'hop_bridge_address' | 'hub_chain' | 'blockchain_id' | 'messenger_address'>> &
  // Needed before a reveal: how deep facts must be, and how much time must be left.
  Partial<Pick<Chain, 'confirmations' | 'confirmation_steps' | 'finality_tag' | 'claim_safety_secs'>> &
  // Needed so that no orderbook can lock the amount for long.
  Partial<Pick<Chain, 'source_cancel_after_secs' | 'dest_cancel_after_secs' | 'fitted_windows'>> &
  Partial<Pick<Chain, 'start_block' | 'block_time_ms'>>

/** An asset that the application trusts. Pin the token's address where you can. */
export type VerifiedAsset = Pick<Asset, 'asset' | 'token_address'> &
  Partial<Pick<Asset, 'decimals' | 'usd_price_ceiling'>>

export type VerifiedRoute = Pick<Route, 'source' | 'destination'> & Partial<Pick<Route, 'hub_asset'>>

export interface KnownNetwork {
  chains: readonly VerifiedChain[]
  assets: readonly VerifiedAsset[]
  /** Keep a route as long as swaps over it are open. */
  routes?: readonly VerifiedRoute[]
}

/** @throws `UNVERIFIED`. */
export function chainOf({ chains }: Pick<KnownNetwork, 'chains'>, name: string): VerifiedChain {
  const chain = chains.find((one) => one.chain === name)
  if (chain === undefined) throw new TandemError('UNVERIFIED', `${name} is not a chain of the pinned network`)
  return chain
}

/** The rules of a chain's deadlines. A time that is not pinned counts as zero, a life that is not pinned as endless. */
export const rulesOf = (chain: Partial<VerifiedChain> = {}): WindowChain => ({
  confirmations: 0,
  confirmation_steps: [],
  finality_tag: null,
  claim_safety_secs: 0,
  source_cancel_after_secs: Number.POSITIVE_INFINITY,
  dest_cancel_after_secs: Number.POSITIVE_INFINITY,
  fitted_windows: null,
  ...chain,
  block_time_ms: chain.block_time_ms ?? 0,
})

/** What an order is worth at the pinned price ceilings, in US dollars. */
export const worthOf = (
  order: Parameters<typeof highestWorthUsd>[1],
  { assets }: Pick<KnownNetwork, 'assets'>,
): number | undefined =>
  highestWorthUsd(
    assets.flatMap(({ asset, decimals, usd_price_ceiling = null }) =>
      decimals === undefined ? [] : [{ asset, decimals, usd_price_ceiling }],
    ),
    order,
  )

export const unpinned = (worthUsd: number | undefined): string =>
  worthUsd === undefined ? ' (pin decimals and usd_price_ceiling of both assets)' : ''

/** The chain of an asset: `devnet_a` of `devnet_a:usdc`. */
export const chainOfAsset = (asset: string): string => asset.slice(0, asset.indexOf(':'))
