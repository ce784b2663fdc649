import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import { AppError } from './app-error.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Keys are long and random, so a fast hash does. */
export const hashApiKey = (key: string): string => sha256(key).toString('hex')

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const clients = new WeakMap<Request, string>()

export const apiClient = (req: Request): string | undefined => clients.get(req)

/** @returns the first 16 hex digits of the key's hash, when it is one of these. */
function makeMarkOf(hashes: readonly string[]): (req: Request) => string | undefined {
  const known = hashes.map((hash) => Buffer.from(hash, 'hex'))
  return (req) => {
    const key = /^Bearer ([\x21-\x7e]+)$/i.exec(req.get('authorization') ?? '')?.[1]
    if (key === undefined) return undefined
    const given = sha256(key)
    // All are compared: the time must not tell a close guess.
    const matches = known.filter((hash) => timingSafeEqual(hash, given))
    return matches.length > 0 ? given.toString('hex', 0, 8) : undefined
  }
}

/** Refuses no caller: the limiter comes first. */
export function identifyClient(hashes: readonly string[]): RequestHandler {
  const markOf = makeMarkOf(hashes)
  return (req, _res, next) => {
    const mark = markOf(req)
    if (mark !== undefined) clients.set(req, mark)
    next()
  }
}

/** Every request needs a key. Answers are not to be cached. */
export function requireAdmin(hashes: readonly string[]): RequestHandler {
  const markOf = makeMarkOf(hashes)
  return (req, res, next) => {
    if (markOf(req) === undefined) {
      res.set('WWW-Authenticate', 'Bearer')
      throw new AppError('UNAUTHORIZED', 'The admin key is missing or unknown')
    }
    res.set('Cache-Control', 'no-store')
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
