import type { SdkErrorCode } from '@tandem/contracts'
import type { components as OrderbookComponents } from './generated/orderbook.ts'

type Envelope = OrderbookComponents['schemas']['ErrorEnvelope']

/**
 * A code of a service, or of the SDK's own checks. docs/errors.md says for each what to do and whether money was spent.
 */
export type TandemErrorCode = Envelope['code'] | SdkErrorCode

type TandemErrorFields = {
  [Field in 'httpStatus' | 'retryable' | 'retryAfterMs' | 'requestId' | 'details']: TandemError[Field] | undefined
}

/**
 * An error of a service, or of the SDK's own checks. These are the codes of the checks:
 * - `UNVERIFIED`: the answer of a server is not what was asked for. Send no money on it.
 * - `WRONG_CHAIN`: the wallet is on another chain. Nothing was signed or sent.
 * - `NOT_ON_CHAIN`: the chain does not show the effect of a transaction. The wallet may still send it, so do not pay in
 * another way until the wallet says what became of it.
 * - `TRANSACTION_REVERTED`: the transaction was mined, and it reverted.
 * - `EVIDENCE_REQUIRED`: an endpoint or a pinned value is missing, without which a server would have to be believed.
 * - `EVIDENCE_UNAVAILABLE`: too few endpoints answer, or they disagree. Nothing was revealed.
 * - `NOT_CANCELLABLE_YET`: the escrow cannot be refunded before its `cancel_after`.
 * - `NOT_THE_RECIPIENT`: only the recipient's wallet can do this.
 * - `ACCOUNT_NOT_DEPLOYED`: the signature is of a smart account without code on this chain. It was not sent to anybody.
 * - `WRONG_ACCOUNT`: the wallet's account is not the order's creator. Nothing was signed or sent.
 * - `INSUFFICIENT_TOKENS`, `INSUFFICIENT_GAS`: the account cannot pay. Nothing was signed or sent.
 * - `SIGNATURE_REFUSED`: the contract of the account, or the token, refuses the signature. It was not sent to anybody.
 * - `CANCELLED_IN_WALLET`: the user cancelled or replaced the transaction in the wallet. It counts as a refusal.
 * - `RECIPIENT_NOT_DEPLOYED`, `RECIPIENT_REFUSES`: the recipient could not get the money. No order was made.
 * - `CLOCK_SKEWED`: the device's clock is far from the chain's. Nothing was signed or sent.
 * - `STILL_PAYABLE`: an earlier signature by another path can still pay the order. Nothing was signed or sent.
 * - `QUOTE_UNACCEPTABLE`: the quote is worse than the request allows.
 * - `LIMIT_REQUIRED`: the request has neither `minReceived` nor `maxSpent`.
 * - `NETWORK`: no answer came. `TIMEOUT`: the order did not get the status in time. `ABORTED`: the signal was aborted.
 * @example
 * try {
 *   await swap.initiate('permit', wallet, { by: 'relayer', client })
 * } catch (error) {
 *   if (error instanceof TandemError && error.code === 'INSUFFICIENT_TOKENS') show(error.message)
 *   else throw error
 * }
 */
export class TandemError extends Error {
  override readonly name = 'TandemError'
  readonly code: TandemErrorCode
  /** The HTTP status of the answer; `undefined` if there was no answer. */
  readonly httpStatus: number | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** The answer's `Retry-After`, in milliseconds. */
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
   * Makes an error of an HTTP answer. If the answer is not in the envelope of our services, a proxy or a login page
   * wrote it. It says nothing about the request, so it becomes a retryable `NETWORK`, whatever its status is.
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

/**
 * The pause that a service asks for, or `maxMs` if that is less: a service must not delay a swap past its deadline.
 */
export const askedPauseMs = ({ retryAfterMs = 0 }: TandemError, maxMs: number): number => Math.min(retryAfterMs, maxMs)

/** The code of EIP-1193 for a user's refusal. */
export const refusedByUser = 4001

/**
 * Whether an error, or one of its causes, is the user's refusal in the wallet (code 4001 of EIP-1193).
 * @example
 * if (isRefusal(error)) show('you declined it in your wallet')
 */
export function isRefusal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === refusedByUser || (cause !== undefined && isRefusal(cause))
}

/** Whether the application or its user has to act before a retry can succeed. */
export const needsAction = (error: unknown): boolean =>
  error instanceof TandemError ? !error.retryable && error.code !== 'TRANSACTION_REVERTED' : isRefusal(error)

/** Turns any error into a retryable one. Once the secret is out, no answer of a server may end a swap. */
export const asRetryable = (error: unknown): TandemError => {
  if (!(error instanceof TandemError))
    return new TandemError('NETWORK', String(error), { retryable: true, cause: error })
  return error.retryable ? error : new TandemError(error.code, error.message, { retryable: true, cause: error })
}

/** Throws a retryable error when the code of a step could not be loaded. The page's server may be back later. */
export const notLoaded = (error: unknown): never => {
  throw asRetryable(error)
}
