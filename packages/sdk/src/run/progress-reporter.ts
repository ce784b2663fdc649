import type { StepDecision } from './decide-step.ts'
import { lastingMs, lastingReason, type Noted, noteAgain, type Reason } from './reason.ts'
import type { RunOptions } from './run-options.ts'
import type { RunStep } from './run-steps.ts'
import { isRetryable } from './run-update.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/**
 * Calls `onProgress` when the step of a run changes, when the reason for which the step repeats changes, and for errors
 * that are not retryable and do not end the run.
 */
export class ProgressReporter {
  readonly #swap: RunnableSwap
  readonly #options: Pick<RunOptions, 'onProgress'> & { signal: AbortSignal }
  #step: RunStep | undefined
  #sinceMs = 0
  /** The reason that was reported last. */
  #reported: Reason | undefined
  /** The last reason that was noted in the current round. */
  #round: Pick<Noted, 'reason' | 'isFact'> | undefined
  /** The reason of the last round of this step, with how often and since when a reason was noted. */
  #noted: Noted | undefined

  constructor(swap: RunnableSwap, options: Pick<RunOptions, 'onProgress'> & { signal: AbortSignal }) {
    this.#swap = swap
    this.#options = options
  }

  get step(): RunStep | undefined {
    return this.#step
  }

  /** Whether the step has gone on for five seconds, so that it is worth asking the services what it waits for. */
  get hasLasted(): boolean {
    return Date.now() - this.#sinceMs >= lastingMs
  }

  /** Whether a failure was noted that has not lasted long enough to be reported. */
  get hasUnreported(): boolean {
    return this.#noted !== undefined && lastingReason(this.#noted, this.#noted.sinceMs) === undefined
  }

  /** Reports the step that was decided, and notes its reason. */
  enter({ step, reason }: StepDecision): void {
    this.report(step)
    if (reason !== undefined) this.note(reason, true)
  }

  /**
   * Reports a step, unless it was the last one that was reported.
   *
   * @param error reported if it is not retryable, even when the step is the same.
   */
  report(step: RunStep, error?: unknown): void {
    const isNews = error !== undefined && !isRetryable(error)
    if (this.#options.signal.aborted || (this.#step === step && !isNews)) return
    if (this.#step !== step) {
      // Cleared, because a new step starts without the failures of the last one.
      this.#step = step
      this.#sinceMs = Date.now()
      this.#noted = undefined
      this.#reported = undefined
    }
    this.#call(step, isNews ? { error } : {})
  }

  /**
   * Notes why the current round could not go on. Only the last note of a round counts: what the step itself met says
   * more than what failed while the run was reading.
   *
   * @param isFact true for a fact, which is reported at the end of the round. A failure is only reported when it lasts.
   */
  note(reason: Reason, isFact = false): void {
    this.#round = { reason, isFact }
  }

  /** Ends a round: reports what the step waits for if that has changed, or that it waits for nothing any more. */
  endRound(): void {
    const nowMs = Date.now()
    this.#noted = this.#round === undefined ? undefined : noteAgain(this.#noted, this.#round, nowMs)
    this.#round = undefined
    const reason = lastingReason(this.#noted, nowMs)
    if (this.#options.signal.aborted || this.#step === undefined || isSame(reason, this.#reported)) return
    this.#reported = reason
    this.#call(this.#step)
  }

  #call(step: RunStep, error: { error?: unknown } = {}): void {
    const reason = this.#reported === undefined ? {} : { reason: this.#reported }
    this.#options.onProgress?.({ step, order: this.#swap.order, ...error, ...reason })
  }
}

const isSame = (one: Reason | undefined, other: Reason | undefined): boolean =>
  one?.code === other?.code && one?.message === other?.message && one?.until === other?.until
