import { askedPauseMs, asRetryable, maxPauseMs, needsAction, TandemError } from '../tandem-error.ts'
import { type Reason, reasonOf } from './reason.ts'
import type { RunEvidence } from './run-evidence.ts'

/** What one request, or its error, changes in a run. */
export interface RunUpdate {
  evidence?: Partial<RunEvidence>
  /** What the step waits for. */
  reason?: Reason
  /** True when the reason is a known fact, which is reported at once. A failed try is only reported when it lasts. */
  isFact?: boolean
  /**
   * How many milliseconds to leave the service alone. If this is set, even to zero, the next round comes after the
   * short pause of polling, although an event stream is open.
   */
  pauseMs?: number
}

export const isRetryable = (error: unknown): error is TandemError => error instanceof TandemError && error.retryable

/**
 * The update after a retryable error: the step waits for its cause to end.
 *
 * @throws the error, unless it is retryable.
 */
export function afterRetryableError(error: unknown): RunUpdate {
  if (!isRetryable(error)) throw error
  return { reason: reasonOf(error), pauseMs: askedPauseMs(error, maxPauseMs) }
}

/**
 * Whether an error says that the secret must not be revealed, because of what the chains show. A relayer's refusal is
 * none.
 */
export const forbidsReveal = (error: unknown): error is TandemError =>
  error instanceof TandemError && ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'].includes(error.code)

/**
 * The update after any error once the secret may be out. The run must then go on until the chains show the end, so even
 * a final error of a service counts as retryable.
 *
 * @throws errors that the application or its user has to put right, such as the user's refusal.
 */
export const afterErrorOnceRevealed = (error: unknown): RunUpdate =>
  afterRetryableError(needsAction(error) && !forbidsReveal(error) ? error : asRetryable(error))

/** Codes by which it is too late to fund the order. */
const unfundable = ['ORDER_EXPIRED', 'TOO_LATE']

/**
 * The update after the initiation of the source failed.
 *
 * @throws the error, unless it is retryable or says that it is too late to fund the order.
 */
export function afterFailedInitiation(error: unknown): RunUpdate {
  if (error instanceof TandemError && unfundable.includes(error.code))
    return { evidence: { initiation: 'refused' }, reason: reasonOf(error), isFact: true }
  return afterRetryableError(error)
}

/**
 * The update after the first reveal failed before the secret left.
 *
 * @throws errors that are not retryable, such as `HOP_REQUIRED` and the relayer's refusal. An error by which the secret
 * must not be revealed is not thrown: the run goes on to the refund.
 */
export function afterFailedReveal(error: unknown): RunUpdate {
  if (forbidsReveal(error)) return { evidence: { revealRefusal: error.message } }
  // With both codes the run waits for the maker's escrow, or for the confirmations of an escrow.
  const isMakerAwaited =
    error instanceof TandemError && ['DESTINATION_NOT_INITIATED', 'SOURCE_NOT_INITIATED'].includes(error.code)
  return { ...afterRetryableError(error), evidence: { isMakerAwaited } }
}

/**
 * The update after a request to the relayer to claim failed, when the relayer may have got the secret.
 *
 * @param known.hasRecipient whether the run has the recipient's wallet, which can claim without the relayer.
 * @throws a final refusal when the run has no such wallet; errors that the user has to put right.
 */
export function afterFailedClaimRequest(
  error: unknown,
  { isSecretOut, hasRecipient }: { isSecretOut: boolean; hasRecipient: boolean },
): RunUpdate {
  const isFinal = error instanceof TandemError && !error.retryable
  // Such an error comes from the application's endpoints. They may lag behind the relayer's, so the next try may
  // succeed.
  const isEarly = !isSecretOut && forbidsReveal(error)
  return isFinal && !isEarly && hasRecipient ? { evidence: { relayer: 'refused' } } : afterErrorOnceRevealed(error)
}

/**
 * The update after a refund of the source failed.
 *
 * @param known.cancelAfter unix seconds from which the contract allows the refund.
 * @returns the update. `isReported` says that the step becomes `waiting_for_refund`, and that an error which is not
 * retryable is reported with it.
 * @throws errors that are not retryable, while the secret is not out; errors that the user has to put right.
 */
export function afterFailedRefund(
  error: unknown,
  { isSecretOut, cancelAfter }: { isSecretOut: boolean; cancelAfter: number },
): RunUpdate & { isReported: boolean } {
  const { reason, pauseMs } = isSecretOut ? afterErrorOnceRevealed(error) : afterRetryableError(error)
  const isEarly = error instanceof TandemError && error.code === 'NOT_CANCELLABLE_YET'
  return {
    ...(reason === undefined ? {} : { reason }),
    // Before the secret is out, the next round may come late: a refund need not be tried every two seconds.
    ...(isSecretOut && pauseMs !== undefined ? { pauseMs } : {}),
    ...(isEarly ? { evidence: { refundFrom: cancelAfter, isFunded: true }, isFact: true } : {}),
    isReported: !isRetryable(error) || isEarly,
  }
}
