import { type CancelAfter, type WindowRules, windowProblem } from '@tandem/contracts'
import type { InitiationDecision } from '../../work/domain/safety.ts'

/** Unix seconds. */
export interface WindowFacts {
  /** The source's chain. */
  chain: string
  cancelAfter: CancelAfter
  /** `null`: the maker named none. */
  fillBy: number | null
  /** By each chain's clock. */
  now: CancelAfter
  rules: WindowRules
}

/**
 * Why an order's deadlines bar its funding. The money must come back in time, and the maker must have time to claim. A
 * margin that is short only by a source clock ahead may suffice again.
 */
export function whyOutOfWindow({
  chain,
  cancelAfter,
  fillBy,
  now,
  rules,
}: WindowFacts): Exclude<InitiationDecision, { type: 'safe' | 'settled' }> | undefined {
  const problem = windowProblem(cancelAfter, { ...rules, now, fillBy })
  if (problem === undefined) return undefined
  // An earlier clock loosens nothing but the margin.
  const earlier = Math.min(now.source, now.destination)
  const agreed = { source: earlier, destination: earlier }
  if (windowProblem(cancelAfter, { ...rules, now: agreed, fillBy }) !== undefined)
    return { type: 'refuse', code: 'VAULT_MISMATCH', reason: `the deadlines are out of bounds: ${problem}` }
  return { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `the clock of ${chain} is ahead: ${problem}` }
}
