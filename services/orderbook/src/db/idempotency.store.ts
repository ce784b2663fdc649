import {
  IDEMPOTENCY_LOCK_SECS,
  IDEMPOTENCY_TTL_SECS,
  type IdempotencyKey,
  type IdempotencyStore,
} from '@tandem/service-kit'
import type { Db } from './client.ts'
import { Prisma } from './generated/client.ts'

/** Takes a key that is new, expired, or was taken by a process that died; otherwise changes nothing. */
const takeKey = `
INSERT INTO idempotency_keys AS k (scope, key, fingerprint, created_at, expires_at)
VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz + make_interval(secs => ${IDEMPOTENCY_TTL_SECS}))
ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = NULL, location = NULL, body = NULL,
  created_at = excluded.created_at, expires_at = excluded.expires_at
WHERE k.expires_at <= $4::timestamptz
  OR (k.status IS NULL AND k.created_at <= $4::timestamptz - make_interval(secs => ${IDEMPOTENCY_LOCK_SECS}))`

/** Keys of writes, in the database that the writes go to: every replica sees them, and no other server has to live. */
export function makeIdempotencyStore(db: Db, now: () => number): IdempotencyStore {
  const where = ({ scope, key }: IdempotencyKey) => ({ scope_key: { scope, key } })
  const begin: IdempotencyStore['begin'] = async (key, fingerprint) => {
    const taken = await db.$executeRawUnsafe(takeKey, key.scope, key.key, fingerprint, new Date(now()))
    if (taken === 1) return { state: 'started' }
    const row = await db.idempotencyKey.findUnique({ where: where(key) })
    // It was given back between the two statements.
    if (row === null) return begin(key, fingerprint)
    if (row.status === null) return { state: 'running', fingerprint: row.fingerprint }
    const answer = { status: row.status, location: row.location, body: row.body }
    return { state: 'finished', fingerprint: row.fingerprint, answer }
  }
  return {
    begin,
    finish: async (key, { status, location, body }) => {
      const stored = body === null ? Prisma.JsonNull : (body as Prisma.InputJsonValue)
      await db.idempotencyKey.update({ where: where(key), data: { status, location, body: stored } })
    },
    release: async ({ scope, key }) => {
      await db.idempotencyKey.deleteMany({ where: { scope, key, status: null } })
    },
  }
}
