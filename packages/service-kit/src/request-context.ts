import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

const storage = new AsyncLocalStorage<{ requestId: string }>()

/** The id of the request (or job) that this code runs for, if any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

/** Runs work that no HTTP request started, such as a job, under an id that its log lines carry. */
export const runWithRequestId = <T>(requestId: string, work: () => T): T => storage.run({ requestId }, work)

/** Short, and of characters that can do no harm in a log or a header. */
const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/

/** Takes the client's `X-Request-Id` when it is sane, makes one otherwise, and echoes it. */
export const requestContext: RequestHandler = (req, res, next) => {
  const given = req.headers['x-request-id']
  const requestId = typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID()
  res.setHeader('X-Request-Id', requestId)
  storage.run({ requestId }, next)
}
