import { type CancelAfter, type WindowRules, windowProblem } from '@tandem/contracts'
import type { InitiationDecision } from '../../work/domain/safety.ts'

/** The deadlines of an order whose source is to be funded. Unix seconds. */
export interface WindowFacts {
  /** The source's chain. */
  chain: string
  cancelAfter: CancelAfter
  /** From then on the maker funds no more. `null`: it never said. */
  fillBy: number | null
  /** Each by its own chain's clock. */
  now: CancelAfter
  rules: WindowRules
}

/**
 * Why money must not be put into the source of an order by its deadlines; nothing when it may. The money must come back in the
 * time that this relayer's network file allows, and the maker must have the time to claim: otherwise no maker would match it. A
 * margin that is short only because the source chain's clock is ahead right now suffices again as soon as the clocks agree: that
 * is no fault of the order.
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
  // An earlier clock makes all other bounds stricter, so that nothing but the margin can pass by it.
  const earlier = Math.min(now.source, now.destination)
  const agreed = { source: earlier, destination: earlier }
  if (windowProblem(cancelAfter, { ...rules, now: agreed, fillBy }) !== undefined)
    return { type: 'refuse', code: 'VAULT_MISMATCH', reason: `the deadlines are out of bounds: ${problem}` }
  return { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: `the clock of ${chain} is ahead: ${problem}` }
}
