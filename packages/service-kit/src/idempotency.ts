import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { apiClient } from './api-keys.ts'
import { AppError } from './app-error.ts'
import type { Logger } from './logger.ts'
import { clientOf } from './rate-limit.ts'
import type { Sql } from './sql.ts'

/** The request that a key stands for. The same key of another client, or on another route, is another request. */
export interface IdempotencyKey {
  scope: string
  key: string
}

export interface StoredAnswer {
  status: number
  /** The answer's `Location` header. */
  location: string | null
  body: unknown
}

/**
 * The result of `begin`. `started`: the caller runs the request, and must `finish` or `release` it by its lease (unix
 * milliseconds): another lease is of another request that took the key later.
 */
export type IdempotencyState =
  | { state: 'started'; lease: number }
  | { state: 'running'; fingerprint: string }
  | { state: 'finished'; fingerprint: string; answer: StoredAnswer }

/** Where keys are kept, for a day. Every implementation passes `idempotencyStoreContract` (testing.ts). */
export interface IdempotencyStore {
  /**
   * Takes the key in one atomic step, unless it is taken. A key that was taken `IDEMPOTENCY_LOCK_SECS` ago and never
   * finished is free again: its process died.
   */
  begin(key: IdempotencyKey, fingerprint: string): Promise<IdempotencyState>
  /**
   * Stores the answer, unless the key is finished or another request has taken it.
   *
   * @param tx the transaction that does the work: then work and answer are stored together, or neither.
   * @returns whether it was stored.
   */
  finish(key: IdempotencyKey, answer: StoredAnswer, lease: number, tx?: Sql): Promise<boolean>
  /** Gives a key back whose request came to nothing. Does nothing to a finished one, or one that another request took. */
  release(key: IdempotencyKey, lease: number): Promise<void>
}

/** Longer than a request usually takes. A request that takes longer can be overtaken by its retry, and then stores nothing. */
export const IDEMPOTENCY_LOCK_SECS = 10
export const IDEMPOTENCY_TTL_SECS = 86_400

const RETRY_AFTER_SECS = 1
const validKey = /^[\x21-\x7e]{1,255}$/

/** Stores a request's answer in the transaction that does its work. @throws AppError when its retry has overtaken it. */
export type KeepAnswer = (tx: Sql, answer: StoredAnswer) => Promise<void>

const keepers = new WeakMap<Response, KeepAnswer>()

/** Lets the route of a request with an `Idempotency-Key` store the answer in its own transaction, so that a crash cannot part them. */
export const keepAnswerOf = (res: Response): KeepAnswer | undefined => keepers.get(res)

/**
 * Makes a POST with an `Idempotency-Key` safe to retry: its answer is stored and replayed. Only success is stored: an
 * error means that nothing was done, so a corrected body may follow under the same key. After `jsonBody`.
 */
export function idempotency(store: IdempotencyStore, logger: Logger): RequestHandler {
  return async (req, res, next) => {
    const key = req.get('idempotency-key')
    if (key === undefined || req.method !== 'POST') return next()
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
}

/**
 * Without API keys a retry may come from another network, and the answers are public: all but those about webhooks. These
 * hold a secret, which no other caller may have by guessing a key.
 */
const callerOf = (req: Request): string =>
  apiClient(req) ?? (/^\/webhooks(\/|$)/i.test(req.path) ? clientOf(req) : 'open')

/**
 * SHA-256 of the body. The body of a claim holds a secret, and the fingerprint is stored: with 32 random bytes in it
 * the body cannot be found by trying, and a user with a guessable secret has published its SHA-256 in the order anyway.
 */
const fingerprintOf = (req: Request): string =>
  createHash('sha256')
    .update(JSON.stringify(req.body ?? null))
    .digest('hex')

function replay(res: Response, { status, location, body }: StoredAnswer): void {
  if (location !== null) res.location(location)
  res.status(status).set('Idempotency-Replayed', 'true').json(body)
}

/**
 * Stores the answer before it leaves, so that a client that has it can rely on its replay. A client that went away
 * changes nothing: the request runs on, and its retry finds the answer.
 */
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
