import type { LongSteps } from '../claim/long-step.ts'
import type { Lesson } from './lesson.ts'
import type { Reason } from './reason.ts'
import { factsOf, firstEvidence, type RunEvidence, type RunFacts } from './run-evidence.ts'
import type { RunOptions } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'
import { Teller } from './teller.ts'

/** A run of a swap, while it goes on. */
export interface Run {
  readonly swap: RunnableSwap
  /** The options of the run, with a signal that ends when the run does. */
  readonly options: RunOptions & { signal: AbortSignal }
  readonly teller: Teller
  /** Steps that may wait for a wallet, and go on beside the run. */
  readonly begun: LongSteps
  evidence: RunEvidence
  /** Milliseconds for which a service asked to be left alone in this round. */
  retryAfterMs: number | undefined
  /** When an orderbook that does not answer is asked again, in unix milliseconds, and after which pause. */
  readonly orderbook: { askAtMs: number; pauseMs: number }
  /** What the orderbook and the relayer said that the order waits for, and when they were asked. */
  readonly explained: { askedAtMs: number; reason?: Reason | undefined; initiation?: string | undefined }
}

export const newRun = (swap: RunnableSwap, options: Run['options']): Run => ({
  swap,
  options,
  teller: new Teller(swap, options),
  begun: {},
  evidence: firstEvidence(options.initiates !== false),
  retryAfterMs: undefined,
  orderbook: { askAtMs: 0, pauseMs: 0 },
  explained: { askedAtMs: 0 },
})

export const factsOfRun = ({ swap, evidence, options }: Run): RunFacts =>
  factsOf(swap, evidence, { hasRecipient: options.destinationWallet !== undefined, handsOver: options.wait === true })

export function learn(run: Run, { evidence, reason, isFact = false, pauseMs }: Lesson): void {
  run.evidence = { ...run.evidence, ...evidence }
  if (reason !== undefined) run.teller.note(reason, isFact)
  if (pauseMs !== undefined) run.retryAfterMs = Math.max(run.retryAfterMs ?? 0, pauseMs)
}
