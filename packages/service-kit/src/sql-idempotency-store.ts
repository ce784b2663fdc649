import { createHash } from 'node:crypto'
import {
  IDEMPOTENCY_LOCK_SECS,
  IDEMPOTENCY_TTL_SECS,
  type IdempotencyKey,
  type IdempotencyStore,
} from './idempotency.ts'
import { type RotationCount, resealed, rotateTable } from './rotate-sealed.ts'
import type { Rows } from './rows.ts'
import type { SecretBox } from './secret-box.ts'
import type { Sql } from './sql.ts'
import { command, statementsOf } from './statement.ts'

const { statement } = statementsOf<Rows>()

export interface RawSql {
  $executeRawUnsafe(statement: string, ...values: unknown[]): PromiseLike<number>
}

/** Takes a key that is new, has expired, or belongs to a process that died. */
const takeKey = command(`
INSERT INTO idempotency_keys AS k (scope, key, fingerprint, created_at, expires_at)
VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz + make_interval(secs => ${IDEMPOTENCY_TTL_SECS}))
ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, location = NULL, body = NULL,
  created_at = excluded.created_at, expires_at = excluded.expires_at
WHERE k.expires_at <= $4::timestamptz
  OR (k.status IS NULL AND k.created_at <= $4::timestamptz - make_interval(secs => ${IDEMPOTENCY_LOCK_SECS}))
RETURNING key`)

const readKey = statement('storedAnswer')(`
SELECT fingerprint, status, location, body FROM idempotency_keys WHERE scope = $1 AND key = $2`)
const finishKey = command(`
UPDATE idempotency_keys SET status = $3, location = $4, body = $5::json
WHERE scope = $1 AND key = $2 AND status IS NULL AND created_at = $6::timestamptz RETURNING key`)
const releaseKey = command(
  'DELETE FROM idempotency_keys WHERE scope = $1 AND key = $2 AND status IS NULL AND created_at = $3::timestamptz',
)

const placeOf = ({ scope, key }: IdempotencyKey) => `answer ${scope} ${key}`

type SealedBody = { readonly key_id: string; readonly sealed: string }
const isSealed = (body: unknown): body is SealedBody =>
  typeof body === 'object' && body !== null && 'sealed' in body && 'key_id' in body

const sealedBody = (box: SecretBox, sealed: Uint8Array): SealedBody => ({
  key_id: box.keyId,
  sealed: Buffer.from(sealed).toString('base64'),
})

/**
 * Keeps answers in PostgreSQL. If there is a secret box, they are encrypted, because the answer to
 * the registration of a webhook contains its secret.
 */
export function makeSqlIdempotencyStore(db: Sql, now: () => number, box?: SecretBox): IdempotencyStore {
  const seal = (id: IdempotencyKey, body: unknown): unknown => {
    if (box === undefined) return body
    return sealedBody(box, box.seal(Buffer.from(JSON.stringify(body)), placeOf(id)))
  }
  const open = (id: IdempotencyKey, body: unknown): unknown => {
    if (!isSealed(body)) {
      if (box === undefined) return body
      // Whoever can write to the database could otherwise choose what a client is answered.
      throw new Error('an answer was stored in clear, and SECRETS_KEY is set')
    }
    if (box === undefined) throw new Error('SECRETS_KEY is not set, and answers were stored while it was')
    return JSON.parse(box.open(Buffer.from(body.sealed, 'base64'), placeOf(id), body.key_id).toString())
  }
  const begin: IdempotencyStore['begin'] = async (id: IdempotencyKey, fingerprint) => {
    const lease = now()
    const taken = await db.query(takeKey, [id.scope, id.key, fingerprint, new Date(lease)])
    if (taken.length === 1) return { state: 'started', lease }
    const [row] = await db.query(readKey, [id.scope, id.key])
    // The key was given back between the two statements.
    if (row === undefined) return begin(id, fingerprint)
    if (row.status === null) return { state: 'running', fingerprint: row.fingerprint }
    const answer = { status: row.status, location: row.location, body: open(id, row.body) }
    return { state: 'finished', fingerprint: row.fingerprint, answer }
  }
  return {
    begin,
    finish: async (id, { status, location, body }, lease, tx = db) => {
      const values = [id.scope, id.key, status, location, JSON.stringify(seal(id, body)), new Date(lease)]
      return (await tx.query(finishKey, values)).length === 1
    },
    release: async ({ scope, key }, lease) => {
      await db.query(releaseKey, [scope, key, new Date(lease)])
    },
  }
}

/**
 * The next answers, in the order of their idempotency keys. The body is null where the current
 * secret key has sealed it already.
 */
const readAnswers = statement('answersToRotate')(`
SELECT scope, key, CASE WHEN body->>'key_id' <> $1 THEN body::text END AS body FROM idempotency_keys
WHERE (scope, key) > ($2, $3) ORDER BY scope, key LIMIT $4`)
const replaceAnswer = command(`
UPDATE idempotency_keys SET body = $4::json WHERE scope = $1 AND key = $2 AND body::text = $3 RETURNING key`)

/**
 * Seals the stored answers with the current key.
 *
 * @param onUnreadable gets the first digits of the idempotency key's SHA-256.
 */
export const rotateAnswers = (
  db: Sql,
  box: SecretBox,
  onUnreadable: (name: string) => void,
  batch?: number,
): Promise<RotationCount> =>
  rotateTable<Rows['answersToRotate'], SealedBody>(
    {
      read: (after, limit) => db.query(readAnswers, [box.keyId, after?.scope ?? '', after?.key ?? '', limit]),
      sealAnew: ({ body, ...id }) => {
        const stored: unknown = body === null ? null : JSON.parse(body)
        if (!isSealed(stored)) return undefined
        return sealedBody(box, resealed(box, Buffer.from(stored.sealed, 'base64'), placeOf(id), stored.key_id))
      },
      write: async ({ scope, key, body }, sealed) =>
        (await db.query(replaceAnswer, [scope, key, body, JSON.stringify(sealed)])).length,
      nameOf: ({ key }) => createHash('sha256').update(key).digest('hex').slice(0, 16),
    },
    onUnreadable,
    batch,
  )

const sweepBatch = 1_000

const deleteSomeExpired = command(`
DELETE FROM idempotency_keys WHERE (scope, key) IN (
  SELECT scope, key FROM idempotency_keys WHERE expires_at < $1
  ORDER BY expires_at LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED)`)

/** Deletes expired keys, a bounded number in each statement. */
export async function deleteExpiredKeys(db: RawSql, now: () => number): Promise<void> {
  const before = new Date(now())
  while ((await db.$executeRawUnsafe(deleteSomeExpired, before)) === sweepBatch) {}
}
