import { type CancelAfter, type WindowRules, windowProblem } from '@tandem/contracts'
import type { InitiationDecision } from '../../work/domain/safety.ts'

/** The facts that decide whether an order's deadlines allow its funding. Times are in unix seconds. */
export interface WindowFacts {
  /** The name of the source's chain. */
  chain: string
  cancelAfter: CancelAfter
  /** When the maker stops funding the destination; null when it named no time. */
  fillBy: number | null
  /** The time by the clock of each chain. */
  now: CancelAfter
  rules: WindowRules
}

/**
 * Why an order's deadlines forbid its funding; undefined when they allow it. The money must come back in time, and the maker must
 * have time to claim. The decision is to wait when the margin is too short only because the source's clock is ahead.
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
  // An earlier clock can only make the margin long enough, so any other problem is final.
  const earlier = Math.min(now.source, now.destination)
  const agreed = { source: earlier, destination: earlier }
  if (windowProblem(cancelAfter, { ...rules, now: agreed, fillBy }) !== undefined)
    return { type: 'refuse', code: 'VAULT_MISMATCH', reason: `the deadlines are out of bounds: ${problem}` }
  return { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `the clock of ${chain} is ahead: ${problem}` }
}
