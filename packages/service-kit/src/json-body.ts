import { isUtf8 } from 'node:buffer'
import express, { type RequestHandler } from 'express'
import { AppError } from './app-error.ts'

/** Broken bytes would be read as U+FFFD. */
function requireUtf8(_req: unknown, _res: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new AppError('MALFORMED_JSON', 'The body is not valid UTF-8')
}

const parse = express.json({ limit: '64kb', verify: requireUtf8 })

/** JSON objects of at most 64 KiB. */
export const jsonBody: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': transferEncoding, 'content-length': length } = req.headers
  // Without a body the route's schema says what is missing.
  if (transferEncoding === undefined && (length === undefined || Number(length) === 0)) return next()
  if (!req.is('application/json')) throw new AppError('UNSUPPORTED_CONTENT_TYPE', 'The body must be application/json')
  parse(req, res, next)
}
