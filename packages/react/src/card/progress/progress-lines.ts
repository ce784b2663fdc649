import { type OrderStatus, type RunStep, runPaths } from '@tandem/sdk'
import { stepOfStatus } from './lane-words.ts'

/** A line of the list that shows how far a swap is. */
export interface ProgressLine {
  step: RunStep
  state: 'done' | 'now' | 'ahead'
}

const unfilled: ReadonlySet<OrderStatus> = new Set(['created', 'source_initiated'])

/**
 * The step that is shown. A run with a silent orderbook looks for the maker's escrow itself: the maker may not have
 * paid yet. Of a swap that is not driven the status tells the step, and the chain whether it is funded.
 */
export function shownStep(
  step: RunStep | undefined,
  { status, isFunded }: { status: OrderStatus | undefined; isFunded: boolean },
): RunStep {
  if (step === 'revealing' && status !== undefined && unfilled.has(status)) return 'waiting_for_market_maker'
  if (step !== undefined) return step
  if (isFunded && status === 'created') return 'waiting_for_market_maker'
  return isFunded && status === 'expired' ? 'waiting_for_refund' : stepOfStatus[status ?? 'created']
}

/** The steps behind, the one under way and those ahead: on the way to completion, back to the refund, or to the end of a swap that was never paid. */
export function progressOf(current: RunStep): ProgressLine[] {
  const ways: readonly (readonly RunStep[])[] = [runPaths.forward, runPaths.backward, runPaths.unfunded]
  const path = ways.find((way) => way.includes(current)) ?? runPaths.forward
  const at = path.indexOf(current)
  // Nothing follows the last step.
  const reached = at === path.length - 1 ? path.length : at
  return path.map((step, index) => ({ step, state: index < reached ? 'done' : index === at ? 'now' : 'ahead' }))
}

/**
 * How full the bar of a swap is, in percent: as far as its step, and from there on by the time since it was funded, but
 * never into the next step.
 */
export function barPercent(
  step: RunStep,
  { elapsedSecs, usualSecs }: { elapsedSecs: number; usualSecs: number | undefined },
): number {
  const lines = progressOf(step)
  const reached = lines.filter(({ state }) => state === 'done').length
  const [from, to] = [(reached * 100) / lines.length, ((reached + 1) * 100) / lines.length]
  const byTime = usualSecs === undefined ? 0 : (elapsedSecs * 100) / Math.max(1, usualSecs)
  return Math.round(Math.max(from, Math.min(byTime, to - 1)))
}
