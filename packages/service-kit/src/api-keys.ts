import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { AppError } from './app-error.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The SHA-256 of an API key in hex. A fast hash is enough, because keys are long and random. */
export const hashApiKey = (key: string): string => sha256(key).toString('hex')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const clients = new WeakMap<Request, string>()

export const apiClient = (req: Request): string | undefined => clients.get(req)

/**
 * Finds out which API key a request has, and remembers the first 16 hex digits of its hash as the
 * client's name. Nobody is refused here: the rate limiter runs between this handler and
 * `requireClient`.
 */
export function identifyClient(hashes: readonly string[]): RequestHandler {
  const known = hashes.map((hash) => Buffer.from(hash, 'hex'))
  return (req, _res, next) => {
    const key = /^Bearer ([\x21-\x7e]+)$/i.exec(req.get('authorization') ?? '')?.[1]
    if (key !== undefined) {
      const given = sha256(key)
      // Every key is compared, so that the time does not tell how close a guess was.
      const matches = known.filter((hash) => timingSafeEqual(hash, given))
      if (matches.length > 0) clients.set(req, given.toString('hex', 0, 8))
    }
    next()
  }
}

export function requireClient(hashes: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (hashes.length > 0 && !safeMethods.has(req.method) && apiClient(req) === undefined) {
      res.set('WWW-Authenticate', 'Bearer')
      throw new AppError('UNAUTHORIZED', 'The API key is missing or unknown')
    }
    next()
  }
}
