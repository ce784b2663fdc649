import type { ErrorEnvelope } from '@tandem/contracts'
import type { ErrorRequestHandler } from 'express'
import { AppError } from './app-error.ts'
import { isDatabaseOutage, isStatementTimeout } from './database-outage.ts'
import type { Logger } from './logger.ts'
import { currentRequestId } from './request-context.ts'

/** Seconds after which a client should try again: a failover takes that long. */
const RETRY_AFTER_SECS = 2

/** Codes and messages by the `type` that express and its body parser give their errors. */
const parserErrors: Record<string, [AppError['code'], string]> = {
  'entity.verify.failed': ['MALFORMED_JSON', 'The body is not valid UTF-8'],
  'entity.parse.failed': ['MALFORMED_JSON', 'The body is not a JSON object'],
  'entity.too.large': ['BODY_TOO_LARGE', 'The body is over 64 KiB'],
  'charset.unsupported': ['UNSUPPORTED_CONTENT_TYPE', 'The charset of the body is not supported'],
  'encoding.unsupported': ['UNSUPPORTED_CONTENT_TYPE', 'The encoding of the body is not supported'],
}

/**
 * Answers every error in the envelope. An error that is no AppError becomes `INTERNAL`, and only the log says what
 * happened.
 */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    const error = toAppError(thrown)
    if (error.httpStatus >= 500) logger.error('http.failed', { method: req.method, code: error.code, error: thrown })
    else logger.info('http.rejected', { method: req.method, code: error.code, details: error.details })
    // When the headers are out, Express cuts the connection, so that no client takes half an answer
    // for a whole one.
    if (res.headersSent) return next(thrown)
    if (error.retryAfterSecs !== undefined) res.set('Retry-After', String(Math.ceil(error.retryAfterSecs)))
    res.status(error.httpStatus).json(errorEnvelope(error))
  }
}

function errorEnvelope(error: AppError): ErrorEnvelope {
  const isInternal = error.httpStatus === 500
  return {
    status: 'Error',
    result: isInternal ? 'Something went wrong on our side' : error.message,
    code: error.code,
    request_id: currentRequestId() ?? '',
    retryable: error.retryable,
    ...(error.details === undefined || isInternal ? {} : { details: error.details }),
  }
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const { status, type } = (thrown ?? {}) as { status?: unknown; type?: unknown }
  const [code, message] = (typeof type === 'string' ? parserErrors[type] : undefined) ?? []
  if (code !== undefined && message !== undefined) return new AppError(code, message, { cause: thrown })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('INVALID_REQUEST', 'The request is malformed', { cause: thrown })
  if (isStatementTimeout(thrown))
    return new AppError('UNAVAILABLE', 'The database needs longer for this than a request may take; ask for less', {
      cause: thrown,
      retryAfterSecs: RETRY_AFTER_SECS,
    })
  if (isDatabaseOutage(thrown))
    return new AppError('UNAVAILABLE', 'The database does not answer', {
      cause: thrown,
      retryAfterSecs: RETRY_AFTER_SECS,
    })
  return new AppError('INTERNAL', 'unexpected error', { cause: thrown })
}
