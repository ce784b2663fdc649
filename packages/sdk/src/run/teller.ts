import { isPassing } from './lesson.ts'
import { lastingMs, type Noted, noteAgain, type Reason, shownReason } from './reason.ts'
import type { RunOptions } from './run-options.ts'
import type { RunState, RunStep } from './run-state.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** Tells the application each step once, its reason at each change, and errors that do not pass by themselves. */
export class Teller {
  readonly #swap: RunnableSwap
  readonly #options: Pick<RunOptions, 'onProgress'> & { signal: AbortSignal }
  #step: RunStep | undefined
  #sinceMs = 0
  #shown: Reason | undefined
  /** What the current round has met, and what the rounds of this step have met. */
  #round: Pick<Noted, 'reason' | 'isFact'> | undefined
  #noted: Noted | undefined

  constructor(swap: RunnableSwap, options: Pick<RunOptions, 'onProgress'> & { signal: AbortSignal }) {
    this.#swap = swap
    this.#options = options
  }

  get step(): RunStep | undefined {
    return this.#step
  }

  /** Whether the step has lasted long enough to ask what it waits for. */
  get lasts(): boolean {
    return Date.now() - this.#sinceMs >= lastingMs
  }

  /** Whether a failure was noted that is not shown yet. */
  get isNew(): boolean {
    return this.#noted !== undefined && shownReason(this.#noted, this.#noted.sinceMs) === undefined
  }

  /** Tells the step of a state, and notes what it waits for. */
  enter({ step, reason }: RunState): void {
    this.tell(step)
    if (reason !== undefined) this.note(reason, true)
  }

  /**
   * Tells a step.
   *
   * @param error told when it does not pass by itself, also in a step that was told before.
   */
  tell(step: RunStep, error?: unknown): void {
    const isNews = error !== undefined && !isPassing(error)
    if (this.#options.signal.aborted || (this.#step === step && !isNews)) return
    if (this.#step !== step) {
      // Cleared, because a new step starts without the failures of the last one.
      this.#step = step
      this.#sinceMs = Date.now()
      this.#noted = undefined
      this.#shown = undefined
    }
    this.#report(step, isNews ? { error } : {})
  }

  /**
   * Notes what a round has met. The last note counts, because the step knows more than the reading before it.
   *
   * @param isFact true: told at once; false: told when it lasts.
   */
  note(reason: Reason, isFact = false): void {
    this.#round = { reason, isFact }
  }

  /** Tells what the step waits for, or that it waits no longer. */
  endRound(): void {
    const nowMs = Date.now()
    this.#noted = this.#round === undefined ? undefined : noteAgain(this.#noted, this.#round, nowMs)
    this.#round = undefined
    const reason = shownReason(this.#noted, nowMs)
    if (this.#options.signal.aborted || this.#step === undefined || isSame(reason, this.#shown)) return
    this.#shown = reason
    this.#report(this.#step)
  }

  #report(step: RunStep, error: { error?: unknown } = {}): void {
    const reason = this.#shown === undefined ? {} : { reason: this.#shown }
    this.#options.onProgress?.({ step, order: this.#swap.order, ...error, ...reason })
  }
}

const isSame = (one: Reason | undefined, other: Reason | undefined): boolean =>
  one?.code === other?.code && one?.message === other?.message && one?.until === other?.until
