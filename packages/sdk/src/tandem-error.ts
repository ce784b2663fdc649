import type { components as OrderbookComponents } from './generated/orderbook.ts'

type Envelope = OrderbookComponents['schemas']['ErrorEnvelope']

/** A stable word for the cause of an error; docs/errors.md lists all. `NETWORK`: no answer came. */
export type TandemErrorCode =
  | Envelope['code']
  | 'NETWORK'
  | 'UNVERIFIED'
  | 'TIMEOUT'
  | 'NOT_CANCELLABLE_YET'
  | 'NOT_THE_RECIPIENT'

/**
 * An error of a service, or of the client's own checks. `UNVERIFIED`: an answer did not survive verification, and no
 * money must be sent on it. `NOT_CANCELLABLE_YET`: the escrow can still be claimed. `NOT_THE_RECIPIENT`: another account
 * would have to send it.
 */
export class TandemError extends Error {
  override readonly name = 'TandemError'
  readonly code: TandemErrorCode
  /** HTTP status, where an answer came. */
  readonly httpStatus: number | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** Quote it when you report the error. */
  readonly requestId: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: TandemErrorCode,
    message: string,
    options: {
      httpStatus?: number
      retryable?: boolean
      requestId?: string
      details?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.httpStatus = options.httpStatus
    this.retryable = options.retryable ?? false
    this.requestId = options.requestId
    this.details = options.details ?? {}
  }

  /** Reads an error answer. An answer outside the envelope (a proxy's) counts as `NETWORK` and may be retried. */
  static fromAnswer(httpStatus: number, body: unknown): TandemError {
    const envelope = body as Partial<Envelope> | undefined
    if (envelope?.status !== 'Error' || envelope.code === undefined) {
      return new TandemError('NETWORK', `the service answered ${httpStatus} without an error body`, {
        httpStatus,
        retryable: httpStatus >= 500,
      })
    }
    return new TandemError(envelope.code, envelope.result ?? envelope.code, {
      httpStatus,
      retryable: envelope.retryable ?? false,
      ...(envelope.request_id === undefined ? {} : { requestId: envelope.request_id }),
      ...(envelope.details === undefined ? {} : { details: envelope.details }),
    })
  }
}
