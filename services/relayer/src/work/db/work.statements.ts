import { prepared, rowStatement } from '@tandem/service-kit'
import type { Hex } from 'viem'
import { dueAtOnce, requestColumns } from '../../transactions/db/request.rows.ts'
import { type SecretRow, type WorkRow, workFormat } from './work.rows.ts'

const workColumns = requestColumns(workFormat)

export const findById = rowStatement<{ id: string }, WorkRow>(
  { id: 'uuid' },
  (asked) => `WITH ${asked} SELECT q.place, ${workColumns} FROM asked q JOIN requests s ON s.id = q.id`,
)

export const findOfOrder = rowStatement<{ order_id: string; kind: string }, WorkRow>(
  { order_id: 'uuid', kind: 'text' },
  (asked) => `
WITH ${asked}
SELECT q.place, ${workColumns} FROM asked q JOIN requests s ON (s.order_id, s.kind) = (q.order_id, q.kind)`,
)

export const findSecret = rowStatement<{ id: string }, SecretRow>(
  { id: 'uuid' },
  (asked) => `
WITH ${asked} SELECT q.place, s.secret_ct, s.secret_key_id FROM asked q JOIN requests s ON s.id = q.id`,
)

export const findReason = rowStatement<{ id: string }, { last_reason_code: string | null }>(
  { id: 'uuid' },
  (asked) => `WITH ${asked} SELECT q.place, s.last_reason_code FROM asked q JOIN requests s ON s.id = q.id`,
)

interface NewWork {
  id: string
  kind: string
  order_id: string
  chain: string
  vault: string
  commitment_hash: Hex
  cancel_after: number
  payload: string
  secret_ct: Uint8Array | null
  secret_key_id: string | null
  at: Date
}

export const insertNew = rowStatement<NewWork, WorkRow>(
  {
    ...{ id: 'uuid', kind: 'text', order_id: 'uuid', chain: 'text', vault: 'text', commitment_hash: 'text' },
    ...{ cancel_after: 'bigint', payload: 'jsonb', secret_ct: 'bytea', secret_key_id: 'text', at: 'timestamptz' },
  },
  (asked) => `
WITH ${asked},
inserted AS (
  INSERT INTO requests AS s (id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct,
                                secret_key_id, state, next_step_at, created_at, updated_at)
  SELECT id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct, secret_key_id, 'accepted',
         ${dueAtOnce}, at, at
    FROM asked ORDER BY order_id, kind
  ON CONFLICT (order_id, kind) DO NOTHING RETURNING ${workColumns})
SELECT q.place, s.* FROM inserted s JOIN asked q ON q.id = s.id`,
)

/** A claim that was rejected, as if it had just come; what was said of it before stays in its events. */
export const reopenRejected = prepared(`
WITH moved AS (
  UPDATE requests AS s
     SET state = $3, version = s.version + 1, updated_at = $4, next_step_at = ${dueAtOnce}, chain = $5, vault = $6,
         commitment_hash = $7, cancel_after = $8, payload = $9::jsonb, secret_ct = $10, secret_key_id = $11,
         error_code = NULL, reverts = 0, last_reason = 'posted again', last_reason_code = 'posted_again'
   WHERE s.id = $1::uuid AND s.version = $2 AND s.state = 'rejected' RETURNING ${workColumns}),
logged AS (
  INSERT INTO request_events (request_id, from_state, to_state, event, reason, created_at)
  SELECT id, 'rejected', state, 'posted_again', 'posted again', $4::timestamptz FROM moved)
SELECT * FROM moved`)
