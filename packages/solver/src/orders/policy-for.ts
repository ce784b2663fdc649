import type { WindowChain } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { deadlineProblem } from '../domain/deadline-problem.ts'
import type { OrderView, Policy } from '../domain/decide.ts'

export type SolverPolicy = Pick<Policy, 'isPaused' | 'minProfitBips'> & {
  minMarginSecs: number
  /** The solver's own margin in seconds, where it is stricter than the network's. */
  ownMarginSecs: number
  /**
   * The assets that the solver funds; `undefined` means all. Orders that are funded already are settled in any asset.
   */
  assets: ReadonlySet<string> | undefined
}

/** Seconds that a funding may wait before it is sent. Two blocks for mining it come on top. */
const sendingSecs = 5

export function withListing(
  view: OrderView,
  { source_intent, destination_intent }: Order,
  { assets }: SolverPolicy,
): OrderView {
  const isListed = assets === undefined || (assets.has(source_intent.asset) && assets.has(destination_intent.asset))
  return isListed ? view : { ...view, blocker: 'an asset is not traded' }
}

type SideConfig = { readonly chain: { readonly config: WindowChain } }

export function policyFor(
  { source, destination }: Record<'source' | 'destination', SideConfig>,
  policy: SolverPolicy,
  worthUsd: number | undefined,
): Policy {
  const { claim_safety_secs, block_time_ms } = destination.chain.config
  const rules = { source: source.chain.config, destination: destination.chain.config, worthUsd, ...policy }
  return {
    ...policy,
    deadlineProblem: (deadlines, { fillBy, ...clocks }) => deadlineProblem(deadlines, clocks, { ...rules, fillBy }),
    minFillWindowSecs: claim_safety_secs + 30,
    fundingSecs: sendingSecs + Math.ceil((2 * block_time_ms) / 1000),
  }
}
