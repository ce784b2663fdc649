import type { RequestHandler } from 'express'
import { AppError } from './app-error.ts'

/**
 * Refuses an HTTP/1.1 request without exactly one `Host` (RFC 9112, section 3.2). A proxy and this server could take two of
 * them for different ones. Node itself would answer with a bare status line, and keeps the first of several.
 */
export const requireHost: RequestHandler = (req, _res, next) => {
  const named = req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (named > 1 || (named === 0 && req.httpVersion === '1.1'))
    throw new AppError('INVALID_REQUEST', 'An HTTP/1.1 request must have one Host header')
  next()
}
