import { highestWorthUsd, type WindowChain } from '@tandem/contracts/rules'
import type { Asset, Chain, Route } from './client/types.ts'
import { TandemError } from './tandem-error.ts'

/**
 * A chain of the pinned network. Its fields are not believed from a server, so take them from a network file that you
 * ship with the application.
 */
export type VerifiedChain = Pick<Chain, 'chain' | 'chain_id' | 'registry_address'> &
  // A hop is verified by these.
  Partial<Pick<Chain, 'hop_bridge_address' | 'hub_chain' | 'blockchain_id' | 'messenger_address'>> &
  // A reveal is decided by these: how deep the escrows must be, and how many seconds must be left.
  Partial<Pick<Chain, 'confirmations' | 'confirmation_steps' | 'finality_tag' | 'claim_safety_secs'>> &
  // An order's deadlines are checked by these, so that no orderbook can lock the amount for a long time.
  Partial<Pick<Chain, 'source_cancel_after_secs' | 'dest_cancel_after_secs' | 'fitted_windows'>> &
  Partial<Pick<Chain, 'start_block' | 'block_time_ms'>>

/** An asset of the pinned network, with the address of its token. */
export type VerifiedAsset = Pick<Asset, 'asset' | 'token_address'> &
  Partial<Pick<Asset, 'decimals' | 'usd_price_ceiling'>>

/** A route of the pinned network: source and destination asset, and for a hop the asset on the hub. */
export type VerifiedRoute = Pick<Route, 'source' | 'destination'> & Partial<Pick<Route, 'hub_asset'>>

/**
 * The pinned network: the chains, assets and routes that the application trusts, usually the content of a network file.
 * @example
 * import network from './network.json' with { type: 'json' }
 * const swap = await Swap.start(request, { client, save, network, evidence })
 */
export interface KnownNetwork {
  chains: readonly VerifiedChain[]
  assets: readonly VerifiedAsset[]
  /** Do not delete a route while swaps over it are open. */
  routes?: readonly VerifiedRoute[]
}

/** @throws `UNVERIFIED`. */
export function chainOf({ chains }: Pick<KnownNetwork, 'chains'>, name: string): VerifiedChain {
  const chain = chains.find((one) => one.chain === name)
  if (chain === undefined) throw new TandemError('UNVERIFIED', `${name} is not a chain of the pinned network`)
  return chain
}

/**
 * The rules by which a chain's deadlines are checked. A rule that is not pinned asks for nothing: times and depths
 * count as zero, and the longest lifetime of an escrow as infinite.
 */
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

/**
 * What an order is worth at the pinned price ceilings, in US dollars; `undefined` when a price or decimals are not
 * pinned.
 */
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
