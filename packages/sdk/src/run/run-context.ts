import type { LongSteps } from '../claim/long-step.ts'
import { neverExpires } from '../initiate/kept-signature.ts'
import { ProgressReporter } from './progress-reporter.ts'
import type { Reason } from './reason.ts'
import { factsOf, firstEvidence, type RunEvidence, type RunFacts } from './run-evidence.ts'
import type { RunOptions } from './run-options.ts'
import type { RunUpdate } from './run-update.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** What the steps of one run share while it goes on. */
export interface RunContext {
  readonly swap: RunnableSwap
  /** The options of the run. Their signal is aborted when the application aborts, and when the run ends. */
  readonly options: RunOptions & { signal: AbortSignal }
  readonly progress: ProgressReporter
  /** Steps that may wait for a wallet for any time. They go on in the background while the run does other things. */
  readonly begun: LongSteps
  evidence: RunEvidence
  /**
   * The longest `Retry-After` that a service answered in this round, in milliseconds; `undefined` when nothing failed.
   */
  retryAfterMs: number | undefined
  /** After the orderbook failed to answer: when to ask it again, in unix milliseconds, and the pause before that. */
  readonly orderbook: { askAtMs: number; pauseMs: number }
  /**
   * What the order waits for, as the orderbook and the relayer last said it, and when they were asked (unix
   * milliseconds).
   */
  readonly explained: { askedAtMs: number; reason?: Reason | undefined; initiation?: string | undefined }
}

export const newRunContext = (swap: RunnableSwap, options: RunContext['options']): RunContext => ({
  swap,
  options,
  progress: new ProgressReporter(swap, options),
  begun: {},
  evidence: firstEvidence(options.initiates !== false),
  retryAfterMs: undefined,
  orderbook: { askAtMs: 0, pauseMs: 0 },
  explained: { askedAtMs: 0 },
})

export const factsOfRun = ({ swap, evidence, options }: RunContext): RunFacts =>
  factsOf(swap, evidence, { hasRecipient: options.destinationWallet !== undefined, handsOver: options.wait === true })

export function applyUpdate(run: RunContext, { evidence, reason, isFact = false, pauseMs }: RunUpdate): void {
  run.evidence = { ...run.evidence, ...evidence }
  if (reason !== undefined) run.progress.note(reason, isFact)
  if (pauseMs !== undefined) run.retryAfterMs = Math.max(run.retryAfterMs ?? 0, pauseMs)
}

/** Until when a signature of the user may still pay the source, in unix seconds; empty when no signature can. */
export function payableUntil({ swap: { fundableUntil: until } }: RunContext): { until?: number } {
  return until < neverExpires && until > Date.now() / 1000 ? { until } : {}
}
