import { isUtf8 } from 'node:buffer'
import { isTooDeep } from '@tandem/contracts'
import express, { type RequestHandler } from 'express'
import { AppError } from './app-error.ts'

/**
 * Refuses a body whose parsing would do harm: broken UTF-8 would be read as U+FFFD, and a value of thousands of levels
 * exhausts the stack of whoever walks it.
 */
function requirePlainJson(_req: unknown, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new AppError('UNSUPPORTED_CONTENT_TYPE', 'The body must be in UTF-8')
  if (!isUtf8(body)) throw new AppError('MALFORMED_JSON', 'The body is not valid UTF-8')
  // Latin-1 is enough to count brackets: in UTF-8, brackets and quotes are single bytes, and no
  // character of several bytes contains one of them.
  if (isTooDeep(body.toString('latin1'), 0))
    throw new AppError('MALFORMED_JSON', 'The body is nested more than 64 levels deep')
}

const parse = express.json({ limit: '64kb', verify: requirePlainJson })

/** Parses JSON objects of at most 64 KiB. */
export const jsonBody: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': transferEncoding, 'content-length': length } = req.headers
  // A request without a body passes, because the route's schema says what is missing.
  if (transferEncoding === undefined && (length === undefined || Number(length) === 0)) return next()
  if (!req.is('application/json')) throw new AppError('UNSUPPORTED_CONTENT_TYPE', 'The body must be application/json')
  parse(req, res, next)
}
