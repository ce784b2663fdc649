import { highestWorthUsd, type WindowChain } from '@tandem/rules'
import type { Asset, Chain, Order, Route } from './client/types.ts'
import { TandemError } from './tandem-error.ts'

/** A chain as far as verification needs it. Pin the registry in the application where you can. */
export type VerifiedChain = Pick<Chain, 'chain' | 'chain_id' | 'registry_address'> &
  // The fields of hubs and final chains; without them no hop can be verified.
  Partial<Pick<Chain, 'hop_bridge_address' | 'hub_chain' | 'blockchain_id' | 'messenger_address'>> &
  // How deep an escrow must stand, and how much time must be left, before a secret is revealed for it.
  Partial<Pick<Chain, 'confirmations' | 'confirmation_steps' | 'finality_tag' | 'claim_safety_secs'>> &
  // How long an escrow lives; without it an orderbook could lock the amount for as long as it likes.
  Partial<Pick<Chain, 'source_cancel_after_secs' | 'dest_cancel_after_secs' | 'fitted_windows'>> &
  Partial<Pick<Chain, 'start_block' | 'block_time_ms'>>

/** An asset as far as verification needs it. Pin the tokens in the application where you can. */
export type VerifiedAsset = Pick<Asset, 'asset' | 'token_address'> &
  // A hop needs the decimals of both its assets. With the price that is not expected to be exceeded, the decimals also
  // decide how deep an escrow must stand.
  Partial<Pick<Asset, 'decimals' | 'usd_price_ceiling'>>

/** A route as far as verification needs it: on a hop, what the escrow on the hub chain holds. */
export type VerifiedRoute = Pick<Route, 'source' | 'destination'> & Partial<Pick<Route, 'hub_asset'>>

/** The lists that the application holds an order against: its own, or the lists that the orderbook gives. */
export interface KnownNetwork {
  chains: readonly VerifiedChain[]
  assets: readonly VerifiedAsset[]
  /** Without the route to its asset no hop can be verified: keep it here as long as swaps over it are open. */
  routes?: readonly VerifiedRoute[]
  /** The keys of the orderbook's receipts. */
  receipt_signers?: readonly string[]
}

/**
 * A chain of the network that the application pins.
 *
 * @throws TandemError `UNVERIFIED` when it is not one of them.
 */
export function chainOf({ chains }: Pick<KnownNetwork, 'chains'>, name: string): VerifiedChain {
  const chain = chains.find((one) => one.chain === name)
  if (chain === undefined) throw new TandemError('UNVERIFIED', `${name} is not a chain of the pinned network`)
  return chain
}

/** The rules of a chain. A time that is not pinned counts as nothing, and a life as without end. */
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
 * The worth by which it is decided how deep the escrows of an order must stand, and how long that takes, in US dollars.
 *
 * @returns `undefined` where the decimals or the ceiling of an asset are not pinned, which counts as more than any step.
 */
export const worthOf = (order: Order, { assets }: Pick<KnownNetwork, 'assets'>): number | undefined =>
  highestWorthUsd(
    assets.flatMap(({ asset, decimals, usd_price_ceiling = null }) =>
      decimals === undefined ? [] : [{ asset, decimals, usd_price_ceiling }],
    ),
    order,
  )

/** The end of an error about times, where the most confirmations count because no price ceilings are pinned. */
export const unpinned = (worthUsd: number | undefined): string =>
  worthUsd === undefined ? ' (pin decimals and usd_price_ceiling of both assets)' : ''

/** `devnet_a` of `devnet_a:usdc`. */
export const chainOfAsset = (asset: string): string => asset.slice(0, asset.indexOf(':'))
