import { type OrderStatus, type Reason, type RunStep, runPaths } from '@tandem/sdk'
import { stepOfStatus } from './side-states.ts'

/** A line in the list of a swap's steps. */
export interface ProgressLine {
  step: RunStep
  state: 'done' | 'now' | 'ahead'
}

const unfilled: ReadonlySet<OrderStatus> = new Set(['created', 'source_initiated'])

/**
 * Returns the step to show. A run that gets no answer from the orderbook is already `revealing` while it looks for the maker's
 * escrow, so the last known status corrects it. A resting swap has no step: its status says the step, and the chain says whether
 * it is funded.
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

/**
 * Returns the reason to show for a step that has not ended yet. When a note says which service does not answer, the reason that
 * no answer came is left out: it would say less, and sound like a loss.
 */
export const shownReason = (reason: Reason | undefined, hasServiceNote: boolean): Reason | undefined =>
  hasServiceNote && reason?.code === 'NETWORK' ? undefined : reason

/**
 * Lists all steps of a swap and how far it is. There are three lists: to completion, to a refund, and to the end of a swap
 * that was never paid.
 */
export function progressOf(current: RunStep): ProgressLine[] {
  const ways: readonly (readonly RunStep[])[] = [runPaths.forward, runPaths.backward, runPaths.unfunded]
  const path = ways.find((way) => way.includes(current)) ?? runPaths.forward
  const at = path.indexOf(current)
  // When a swap has reached its last step, it is done with it, too.
  const reached = at === path.length - 1 ? path.length : at
  return path.map((step, index) => ({ step, state: index < reached ? 'done' : index === at ? 'now' : 'ahead' }))
}

/**
 * Returns how full the bar of a swap is, in percent. It is filled up to the current step, and within that step by the time since
 * the swap was funded.
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
