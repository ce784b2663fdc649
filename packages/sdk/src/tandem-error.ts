import type { SdkErrorCode } from '@tandem/contracts'
import type { components as OrderbookComponents } from './generated/orderbook.ts'

type Envelope = OrderbookComponents['schemas']['ErrorEnvelope']

/**
 * A code of a service, or of the SDK's own checks. docs/errors.md says of each what to do, and whether money has moved.
 */
export type TandemErrorCode = Envelope['code'] | SdkErrorCode

type TandemErrorFields = {
  [Field in 'httpStatus' | 'retryable' | 'retryAfterMs' | 'requestId' | 'details']: TandemError[Field] | undefined
}

/**
 * An error of a service, or of the client's own checks:
 * - `UNVERIFIED`: send no money on this answer.
 * - `WRONG_CHAIN`: nothing was signed or sent.
 * - `NOT_ON_CHAIN`: the chain does not show the effect. A wallet may still have taken calls: do not pay again by other
 * means until it says how they ended.
 * - `TRANSACTION_REVERTED`: mined and reverted.
 * - `EVIDENCE_REQUIRED`: the step would rest on a server's word.
 * - `EVIDENCE_UNAVAILABLE`: too few endpoints answer, or they disagree. Nothing was revealed.
 * - `NOT_CANCELLABLE_YET`: the escrow can still be claimed.
 * - `NOT_THE_RECIPIENT`: another account must send it.
 * - `ACCOUNT_NOT_DEPLOYED`: a smart account signed without code. Nothing was handed over.
 * - `WRONG_ACCOUNT`: the wallet's account is not the order's creator. Nothing was signed or sent.
 * - `INSUFFICIENT_TOKENS`, `INSUFFICIENT_GAS`: the account cannot pay. Nothing was signed or sent.
 * - `SIGNATURE_REFUSED`: the contract of the account, or the token, does not take what was signed. Nothing was handed
 * over.
 * - `CANCELLED_IN_WALLET`: the user cancelled or replaced the transaction in the wallet. It counts as a refusal.
 * - `RECIPIENT_NOT_DEPLOYED`, `RECIPIENT_REFUSES`: nobody would get the money. There is no order.
 * - `CLOCK_SKEWED`: the device's clock is far from the chain's. Nothing was signed or sent.
 * - `STILL_PAYABLE`: an earlier signature by another path can still pay the order. Nothing was signed or sent.
 * - `QUOTE_UNACCEPTABLE`: worse than the request allows.
 * - `LIMIT_REQUIRED`: the request has no limit.
 * - `NETWORK`: no answer came. `TIMEOUT`: the order was too slow. `ABORTED`: by the application's signal.
 */
export class TandemError extends Error {
  override readonly name = 'TandemError'
  readonly code: TandemErrorCode
  /** The HTTP status, when an answer came. */
  readonly httpStatus: number | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** Milliseconds from the answer's `Retry-After`. */
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: TandemErrorCode, message: string, options: Partial<TandemErrorFields> & { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.httpStatus = options.httpStatus
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.requestId = options.requestId
    this.details = options.details ?? {}
  }

  /**
   * An answer outside the envelope was written by something between the application and the service, such as a proxy or
   * a login page. It says nothing of the request, so it counts as a passing `NETWORK`, whatever its status.
   */
  static fromAnswer(httpStatus: number, body: unknown, retryAfterMs?: number): TandemError {
    const envelope = body as Partial<Envelope> | undefined
    if (envelope?.status !== 'Error' || envelope.code === undefined) {
      const message = `an answer ${httpStatus} came from no service of Tandem, perhaps from a proxy or a login page`
      return new TandemError('NETWORK', message, { httpStatus, retryable: true, retryAfterMs })
    }
    const { code, result = code, retryable, request_id: requestId, details } = envelope
    return new TandemError(code, result, { httpStatus, retryable, retryAfterMs, requestId, details })
  }
}

export const maxPauseMs = 30_000

/** The pause that a service asks for, with a bound: otherwise a service could hold a swap up past its deadline. */
export const askedPauseMs = ({ retryAfterMs = 0 }: TandemError, maxMs: number): number => Math.min(retryAfterMs, maxMs)

/** The code of EIP-1193 for a user's refusal. */
export const refusedByUser = 4001

/** Whether an error, or one of its causes, is a user's refusal (EIP-1193's 4001). */
export function isRefusal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === refusedByUser || (cause !== undefined && isRefusal(cause))
}

/** Whether an error needs the application or its user to act. */
export const needsAction = (error: unknown): boolean =>
  error instanceof TandemError ? !error.retryable && error.code !== 'TRANSACTION_REVERTED' : isRefusal(error)

/** Makes any error one that may pass: once the secret has left, no server's answer ends a swap. */
export const asRetryable = (error: unknown): TandemError => {
  if (!(error instanceof TandemError))
    return new TandemError('NETWORK', String(error), { retryable: true, cause: error })
  return error.retryable ? error : new TandemError(error.code, error.message, { retryable: true, cause: error })
}

/** Makes a failed load of code an error that may pass. For modules that are loaded when they are needed. */
export const notLoaded = (error: unknown): never => {
  throw asRetryable(error)
}
