import { askedPauseMs, endsPursuit, longestPauseMs, passing, TandemError } from '../tandem-error.ts'
import { type Reason, reasonOf } from './reason.ts'
import type { RunEvidence } from './run-evidence.ts'

/** What a run has learned from one request. */
export interface Lesson {
  evidence?: Partial<RunEvidence>
  /** What the step waits for. */
  reason?: Reason
  /** The reason is a fact rather than a failed try, so it is told at once. */
  isFact?: boolean
  /** Milliseconds to leave the service alone. Any number, zero as well, makes the run ask again soon, even beside an event stream. */
  pauseMs?: number
}

export const isPassing = (error: unknown): error is TandemError => error instanceof TandemError && error.retryable

/**
 * What an error teaches that may pass.
 *
 * @throws every other error.
 */
export function lessonOfPassing(error: unknown): Lesson {
  if (!isPassing(error)) throw error
  return { reason: reasonOf(error), pauseMs: askedPauseMs(error, longestPauseMs) }
}

/** Whether the chains say that the secret must stay. The relayer's refusals do not count. */
export const keepsSecret = (error: unknown): error is TandemError =>
  error instanceof TandemError && ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'].includes(error.code)

/**
 * What an error teaches once the swap must be pursued: a secret that is out leaves the end to the chains.
 *
 * @throws what the application or its user has to put right.
 */
export const lessonOfPursued = (error: unknown): Lesson =>
  lessonOfPassing(endsPursuit(error) && !keepsSecret(error) ? error : passing(error))

/** Codes after which nothing will be sent, because the order's time is over. */
const unfundable = ['ORDER_EXPIRED', 'TOO_LATE']

/**
 * What a failed initiation teaches.
 *
 * @throws every other error that does not pass by itself.
 */
export function afterFailedInitiation(error: unknown): Lesson {
  if (error instanceof TandemError && unfundable.includes(error.code))
    return { evidence: { initiation: 'refused' }, reason: reasonOf(error), isFact: true }
  return lessonOfPassing(error)
}

/**
 * What a first reveal teaches that failed before the secret left.
 *
 * @throws errors that do not pass by themselves, such as `HOP_REQUIRED` and the relayer's refusal.
 */
export function afterFailedReveal(error: unknown): Lesson {
  if (keepsSecret(error)) return { evidence: { revealRefusal: error.message } }
  // Both codes mean that the market maker has to fund, or that blocks have to confirm.
  const isMakerAwaited =
    error instanceof TandemError && ['DESTINATION_NOT_INITIATED', 'SOURCE_NOT_INITIATED'].includes(error.code)
  return { ...lessonOfPassing(error), evidence: { isMakerAwaited } }
}

/**
 * What a failed offer teaches, to a relayer that may have the secret.
 *
 * @throws a final refusal when nobody else can claim, and what the user has to put right.
 */
export function afterFailedOffer(
  error: unknown,
  { isSecretOut, hasRecipient }: { isSecretOut: boolean; hasRecipient: boolean },
): Lesson {
  const isFinal = error instanceof TandemError && !error.retryable
  // Not final: it is the application's own endpoints that refuse, and they may lag behind the relayer's.
  const isEarly = !isSecretOut && keepsSecret(error)
  return isFinal && !isEarly && hasRecipient ? { evidence: { relayer: 'refused' } } : lessonOfPursued(error)
}

/**
 * What a failed refund teaches.
 *
 * @param known.cancelAfter unix seconds from which the contract gives the source back.
 * @returns `isTold`: the run tells that it waits for the refund's time, with the error when it does not pass.
 * @throws errors that do not pass, while the secret stays; what the user has to put right.
 */
export function afterFailedRefund(
  error: unknown,
  { isSecretOut, cancelAfter }: { isSecretOut: boolean; cancelAfter: number },
): Lesson & { isTold: boolean } {
  const { reason, pauseMs } = isSecretOut ? lessonOfPursued(error) : lessonOfPassing(error)
  const isEarly = error instanceof TandemError && error.code === 'NOT_CANCELLABLE_YET'
  return {
    ...(reason === undefined ? {} : { reason }),
    // Without a pause, a refund that waits for its time is not asked for again and again.
    ...(isSecretOut && pauseMs !== undefined ? { pauseMs } : {}),
    ...(isEarly ? { evidence: { refundFrom: cancelAfter, isFunded: true }, isFact: true } : {}),
    isTold: !isPassing(error) || isEarly,
  }
}
