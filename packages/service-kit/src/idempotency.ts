import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { apiClient } from './api-keys.ts'
import { AppError } from './app-error.ts'
import type { Logger } from './logger.ts'
import { clientOf } from './rate-limit.ts'
import type { Sql } from './sql.ts'

/** A key is only valid for one client and one route, which are its scope. */
export interface IdempotencyKey {
  scope: string
  key: string
}

export interface StoredAnswer {
  status: number
  location: string | null
  body: unknown
}

/**
 * What `begin` found. After `started`, the caller holds the key, and must `finish` or `release` it
 * within `IDEMPOTENCY_LOCK_SECS`. `lease` is when it took the key, in unix milliseconds. A request
 * that takes the key later gets another lease.
 */
export type IdempotencyState =
  | { state: 'started'; lease: number }
  | { state: 'running'; fingerprint: string }
  | { state: 'finished'; fingerprint: string; answer: StoredAnswer }

export interface IdempotencyStore {
  /**
   * Takes the key in one atomic step. A key that was taken `IDEMPOTENCY_LOCK_SECS` ago and never
   * finished is free again, because its process has probably died.
   */
  begin(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyState>
  /**
   * Stores the answer.
   *
   * @param tx the transaction in which the work itself is done.
   * @returns whether the answer was stored.
   */
  finish(key: IdempotencyKey, answer: StoredAnswer, lease: number, tx?: Sql): Promise<boolean>
  release(key: IdempotencyKey, lease: number): Promise<void>
}

/**
 * How long a request holds its key, in seconds. A longer request can be overtaken by its retry, and then stores
 * nothing.
 */
export const IDEMPOTENCY_LOCK_SECS = 10
export const IDEMPOTENCY_TTL_SECS = 86_400

const RETRY_AFTER_SECS = 1
const validKey = /^[\x21-\x7e]{1,255}$/

/**
 * Stores the answer inside a transaction of the route.
 *
 * @throws AppError when a retry has overtaken the request.
 */
export type KeepAnswer = (tx: Sql, answer: StoredAnswer) => Promise<void>

const keepers = new WeakMap<Response, KeepAnswer>()

/**
 * Lets a route store the answer in the transaction of its work, so that a crash cannot leave one
 * without the other.
 */
export const keepAnswerOf = (res: Response): KeepAnswer | undefined => keepers.get(res)

/**
 * Stores the answer to a POST, and replays it for the same key. Only successes are stored: after an
 * error, the client may send a corrected body with the same key.
 */
export function idempotency(store: IdempotencyStore, logger: Logger): RequestHandler {
  const once = async (key: string, ...[req, res, next]: Parameters<RequestHandler>) => {
    if (!validKey.test(key))
      throw new AppError('INVALID_REQUEST', 'Idempotency-Key: must be 1 to 255 printable characters without spaces')
    const id = { scope: `${callerOf(req)} ${req.path}`, key }
    const fingerprint = fingerprintOf(req)
    const found = await store.begin(id, fingerprint)

    if (found.state !== 'started' && found.fingerprint !== fingerprint)
      throw new AppError('IDEMPOTENCY_CONFLICT', 'The Idempotency-Key was used with another request')
    if (found.state === 'running')
      throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key still runs', {
        retryAfterSecs: RETRY_AFTER_SECS,
      })
    if (found.state === 'finished') {
      replay(res, found.answer)
      return
    }
    keepAnswer(res, { store, id, lease: found.lease, logger })
    next()
  }
  return (req, res, next) => {
    const key = req.method === 'POST' ? req.get('idempotency-key') : undefined
    return key === undefined ? next() : once(key, req, res, next)
  }
}

/**
 * The client that owns the key. Answers about webhooks contain a secret, so nobody else may get one
 * by guessing a key.
 */
const callerOf = (req: Request): string =>
  apiClient(req) ?? (/^\/webhooks(\/|$)/i.test(req.path) ? clientOf(req) : 'open')

/** A hash of the body. It does not give a claim's secret away: nobody can guess 32 random bytes. */
const fingerprintOf = (req: Request): string =>
  createHash('sha256')
    .update(JSON.stringify(req.body ?? null))
    .digest('hex')

function replay(res: Response, { status, location, body }: StoredAnswer): void {
  if (location !== null) res.location(location)
  res.status(status).set('Idempotency-Replayed', 'true').json(body)
}

/** Stores the answer before it is sent, so that a client that went away finds it when it tries again. */
function keepAnswer(
  res: Response,
  o: { store: IdempotencyStore; id: IdempotencyKey; lease: number; logger: Logger },
): void {
  const send = res.json.bind(res)
  let isKept = false
  keepers.set(res, async (tx, answer) => {
    if (!(await o.store.finish(o.id, answer, o.lease, tx)))
      throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'A retry with this Idempotency-Key has overtaken the request', {
        retryAfterSecs: RETRY_AFTER_SECS,
      })
    isKept = true
  })
  res.json = (body: unknown) => {
    const answer = { status: res.statusCode, location: res.get('location') ?? null, body }
    const isSuccess = answer.status < 400
    if (isSuccess && isKept) return send(body)
    const kept = isSuccess ? o.store.finish(o.id, answer, o.lease) : o.store.release(o.id, o.lease)
    void kept.catch((error: unknown) => o.logger.error('idempotency.store_failed', { error })).then(() => send(body))
    return res
  }
}
