import type { components as OrderbookComponents } from './generated/orderbook.ts'
import { isRefusal } from './is-refusal.ts'

type Envelope = OrderbookComponents['schemas']['ErrorEnvelope']

/** A stable word for the cause of an error; docs/errors.md lists those of the services. */
export type TandemErrorCode =
  | Envelope['code']
  | 'NETWORK'
  | 'UNVERIFIED'
  | 'TIMEOUT'
  | 'NOT_CANCELLABLE_YET'
  | 'NOT_THE_RECIPIENT'
  | 'ACCOUNT_NOT_DEPLOYED'
  | 'WRONG_CHAIN'
  | 'NOT_ON_CHAIN'
  | 'TRANSACTION_REVERTED'
  | 'EVIDENCE_REQUIRED'
  | 'EVIDENCE_UNAVAILABLE'
  | 'ABORTED'
  | 'QUOTE_UNACCEPTABLE'
  | 'LIMIT_REQUIRED'

/**
 * An error of a service, or of the client's own checks:
 *
 * - `UNVERIFIED`: an answer did not survive verification, and no money must be sent on it.
 * - `WRONG_CHAIN`: the wallet is on another chain than the step is for. Nothing was signed or sent.
 * - `NOT_ON_CHAIN`: the chain does not show what was to be done. A transaction was mined, or a wallet was asked to send calls at
 *   once and may have taken them, mined or not: do not pay again by other means until the wallet says how they ended.
 * - `TRANSACTION_REVERTED`: a transaction was mined and reverted.
 * - `EVIDENCE_REQUIRED`: the step would rest on a server's word alone; the message says how to give evidence.
 * - `EVIDENCE_UNAVAILABLE`: too few endpoints of a chain answer, or they disagree. Nothing was revealed.
 * - `NOT_CANCELLABLE_YET`: the escrow can still be claimed.
 * - `NOT_THE_RECIPIENT`: another account would have to send it.
 * - `ACCOUNT_NOT_DEPLOYED`: a smart account signed before it has code, and no contract takes that. Nothing was handed over.
 * - `QUOTE_UNACCEPTABLE`: the quote gives less, or costs more, than the request allows.
 * - `LIMIT_REQUIRED`: a request without `minReceived`, or `maxSpent`, would take any price. Nothing was asked for.
 * - `NETWORK`: no answer came. `TIMEOUT`: the order did not get there in time. `ABORTED`: by the application's signal.
 */
export class TandemError extends Error {
  override readonly name = 'TandemError'
  readonly code: TandemErrorCode
  /** HTTP status, where an answer came. */
  readonly httpStatus: number | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** Milliseconds that the service asks to be left alone for (`Retry-After`), where it said so. */
  readonly retryAfterMs: number | undefined
  /** Quote it when you report the error. */
  readonly requestId: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: TandemErrorCode,
    message: string,
    options: {
      httpStatus?: number
      retryable?: boolean | undefined
      retryAfterMs?: number | undefined
      requestId?: string | undefined
      details?: Record<string, unknown> | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.httpStatus = options.httpStatus
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.requestId = options.requestId
    this.details = options.details ?? {}
  }

  /** Reads an error answer. An answer outside the envelope (a proxy's) counts as `NETWORK` and may be retried. */
  static fromAnswer(httpStatus: number, body: unknown, retryAfterMs?: number): TandemError {
    const envelope = body as Partial<Envelope> | undefined
    if (envelope?.status !== 'Error' || envelope.code === undefined) {
      return new TandemError('NETWORK', `the service answered ${httpStatus} without an error body`, {
        httpStatus,
        retryable: httpStatus >= 500 || httpStatus === 429,
        retryAfterMs,
      })
    }
    const { code, result = code, retryable, request_id: requestId, details } = envelope
    return new TandemError(code, result, { httpStatus, retryable, retryAfterMs, requestId, details })
  }
}

/**
 * Milliseconds that a failed call asks to be left alone for, up to a limit: a service in league with the market maker
 * could otherwise hold a swap up past its deadline.
 */
export const askedPauseMs = ({ retryAfterMs = 0 }: TandemError, mostMs: number): number =>
  Math.min(retryAfterMs, mostMs)

/**
 * Whether an error ends the pursuit of a destination: the application, or its user, has to put it right first. Every other
 * error passes, also viem's: an endpoint that fails, no receipt in time, a claim that reverts because another was first.
 */
export const endsPursuit = (error: unknown): boolean =>
  error instanceof TandemError ? !error.retryable && error.code !== 'TRANSACTION_REVERTED' : isRefusal(error)

/** The error as one that may be tried again: once the secret left, no server's answer ends a swap. */
export const passing = (error: unknown): TandemError => {
  if (!(error instanceof TandemError))
    return new TandemError('NETWORK', String(error), { retryable: true, cause: error })
  return error.retryable ? error : new TandemError(error.code, error.message, { retryable: true, cause: error })
}
