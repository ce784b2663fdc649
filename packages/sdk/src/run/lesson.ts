import { askedPauseMs, endsPursuit, longestPauseMs, passing, TandemError } from '../tandem-error.ts'
import { type Reason, reasonOf } from './reason.ts'
import type { RunEvidence } from './run-evidence.ts'

/** What a request of a run taught it. */
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

/** @throws every error that does not pass by itself. */
export function lessonOfPassing(error: unknown): Lesson {
  if (!isPassing(error)) throw error
  return { reason: reasonOf(error), pauseMs: askedPauseMs(error, longestPauseMs) }
}

/** The chains, not the relayer, say that the secret must stay. */
export const keepsSecret = (error: unknown): error is TandemError =>
  error instanceof TandemError && ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'].includes(error.code)

/**
 * A secret that is out leaves the end to the chains.
 * @throws what the application or its user has to put right.
 */
export const lessonOfPursued = (error: unknown): Lesson =>
  lessonOfPassing(endsPursuit(error) && !keepsSecret(error) ? error : passing(error))

/** Nothing will be sent, because the order's time is over. */
const unfundable = ['ORDER_EXPIRED', 'TOO_LATE']

/** @throws every other error that does not pass by itself. */
export function afterFailedInitiation(error: unknown): Lesson {
  if (error instanceof TandemError && unfundable.includes(error.code))
    return { evidence: { initiation: 'refused' }, reason: reasonOf(error), isFact: true }
  return lessonOfPassing(error)
}

/**
 * After a first reveal that failed before the secret left.
 * @throws errors that do not pass by themselves, such as `HOP_REQUIRED` and the relayer's refusal.
 */
export function afterFailedReveal(error: unknown): Lesson {
  if (keepsSecret(error)) return { evidence: { revealRefusal: error.message } }
  // The market maker has to fund, or blocks have to confirm.
  const isMakerAwaited =
    error instanceof TandemError && ['DESTINATION_NOT_INITIATED', 'SOURCE_NOT_INITIATED'].includes(error.code)
  return { ...lessonOfPassing(error), evidence: { isMakerAwaited } }
}

/**
 * After an offer to a relayer that may have the secret.
 * @throws a final refusal where nobody else can claim, and what the user has to put right.
 */
export function afterFailedOffer(
  error: unknown,
  { isSecretOut, hasRecipient }: { isSecretOut: boolean; hasRecipient: boolean },
): Lesson {
  const isFinal = error instanceof TandemError && !error.retryable
  // The chains refuse by the application's own endpoints, which may lag behind the relayer's: the run asks again.
  const isEarly = !isSecretOut && keepsSecret(error)
  return isFinal && !isEarly && hasRecipient ? { evidence: { relayer: 'refused' } } : lessonOfPursued(error)
}

/**
 * After a refund that failed.
 * @param known.cancelAfter unix seconds from which the contract gives the source back.
 * @returns `isTold`: the run tells that it waits for the refund's time, with the error where it does not pass.
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
    // A refund that waits for its time is not asked for in turns.
    ...(isSecretOut && pauseMs !== undefined ? { pauseMs } : {}),
    ...(isEarly ? { evidence: { refundFrom: cancelAfter, isFunded: true }, isFact: true } : {}),
    isTold: !isPassing(error) || isEarly,
  }
}
