import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

const storage = new AsyncLocalStorage<{ requestId: string }>()

export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

/**
 * Runs work that serves more than the request that began it, such as filling a cache. It gets the time limits of
 * background work.
 */
export const inBackground = <T>(work: () => T): T => storage.exit(work)

export const runWithRequestId = <T>(requestId: string, work: () => T): T => storage.run({ requestId }, work)

/** A request id that does no harm in a log or a header. */
const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/

/** Takes the client's `X-Request-Id` if it is harmless, or makes one, and sends it back. */
export const requestContext: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id']
  const requestId = typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID()
  res.setHeader('X-Request-Id', requestId)
  storage.run({ requestId }, next)
}
