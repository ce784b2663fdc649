import { type ErrorCode, errorCodes } from '@tandem/contracts'

export interface AppErrorOptions {
  /** Sent to the client as they are, so they must not show internals. */
  details?: Record<string, unknown>
  retryAfterSecs?: number
  /** The error that led to this one. It goes only into the log. */
  cause?: unknown
}

/**
 * An error with a code of the error table. Its message and details are sent to the client, unless its status is 500.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSecs: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
    this.retryAfterSecs = options.retryAfterSecs
  }

  get httpStatus(): number {
    return errorCodes[this.code].httpStatus
  }

  get retryable(): boolean {
    return errorCodes[this.code].retryable
  }
}
