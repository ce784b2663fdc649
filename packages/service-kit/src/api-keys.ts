import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { AppError } from './app-error.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** How a key is stored: the SHA-256, in hex. Keys are long and random, so a fast hash does. */
export const hashApiKey = (key: string): string => sha256(key).toString('hex')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const clients = new WeakMap<Request, string>()

/** The first characters of the hash of the API key that the request came with, when it is a valid one. */
export const apiClient = (req: Request): string | undefined => clients.get(req)

/** Recognises the caller by its API key. It refuses no caller: the limiter comes first. */
export function identifyClient(hashes: readonly string[]): RequestHandler {
  const known = hashes.map((hash) => Buffer.from(hash, 'hex'))
  return (req, _res, next) => {
    const key = /^Bearer ([\x21-\x7e]+)$/i.exec(req.get('authorization') ?? '')?.[1]
    const given = key === undefined ? undefined : sha256(key)
    // All are compared, so that the time does not say which came close.
    const matches = given === undefined ? [] : known.filter((hash) => timingSafeEqual(hash, given))
    if (given !== undefined && matches.length > 0) clients.set(req, given.toString('hex', 0, 8))
    next()
  }
}

/** With keys configured, a write needs one. */
export function requireClient(hashes: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (hashes.length > 0 && !safeMethods.has(req.method) && apiClient(req) === undefined) {
      res.set('WWW-Authenticate', 'Bearer')
      throw new AppError('UNAUTHORIZED', 'The API key is missing or unknown')
    }
    next()
  }
}
