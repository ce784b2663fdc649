import {
  command,
  type Given,
  preparedCommand,
  type RowStatement,
  rowStatement,
  type SqlTypes,
} from '@tandem/service-kit'
import type { Address, Hex } from 'viem'
import type { Rows } from '../../db/rows.ts'
import { prepared, statement } from '../../db/statements.ts'
import type { Request } from '../domain/request.ts'
import { advance, openStates, type RequestEventName, type RequestState } from '../domain/request-lifecycle.ts'
import type { RequestChanges } from '../step-ports.ts'
import { dueAtOnce, progressColumns } from './request.rows.ts'

/* Hot paths for many requests at once (ADR 0005). Rows are locked by id; changed rows are left out of the answer. */

export const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')

export const leaseDue = (columns: string) =>
  prepared('leased')(`
WITH due AS MATERIALIZED (
  SELECT id FROM requests WHERE chain = $3 AND state IN (${listOf(openStates)}) AND next_step_at <= now()
   ORDER BY next_step_at LIMIT $2 FOR UPDATE SKIP LOCKED)
UPDATE requests AS s SET next_step_at = now() + make_interval(secs => $1)
  FROM due WHERE s.id = due.id
RETURNING ${columns}, s.next_step_at AS leased_until`)
export const lockAsRead = statement('asRead')(`
SELECT chain, pulls_from FROM requests WHERE id = $1::uuid AND state = $2 AND version = $3 FOR UPDATE`)
export const wakeThese = preparedCommand(`
WITH held AS MATERIALIZED (SELECT id FROM requests WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
UPDATE requests AS s SET next_step_at = ${dueAtOnce} FROM held WHERE s.id = held.id`)

/**
 * By the database's clock, because the clocks of hosts differ. The time of the statement is the same for all of its rows:
 * what is put off together is due together, and can share a transaction then.
 */
const afterDelay = 'statement_timestamp() + make_interval(secs => q.delay_ms / 1000)'

/** A woken request stays due. */
export const postponeOne = rowStatement(
  {
    ...({ id: 'uuid', delay_ms: 'float8', reason: 'text', reason_code: 'text' } as const),
    ...({ reverts: 'int', error_code: 'text' } as const),
  },
  (asked) =>
    command(`
WITH ${asked},
held AS (SELECT s.id FROM requests s JOIN asked q ON q.id = s.id ORDER BY s.id FOR NO KEY UPDATE OF s)
UPDATE requests AS s SET last_reason = q.reason, last_reason_code = q.reason_code, reverts = s.reverts + q.reverts,
       error_code = coalesce(q.error_code, s.error_code),
       next_step_at = CASE WHEN s.next_step_at <= now() THEN s.next_step_at ELSE ${afterDelay} END
  FROM asked q JOIN held ON held.id = q.id WHERE s.id = q.id`),
)

export interface Move {
  id: string
  state: RequestState
  version: number
  to_state: RequestState
  event: RequestEventName
  reason: string
  at: Date
}
/** @throws Error when the event cannot happen in this state. */
export function moveTo(
  { id, state, version }: Pick<Request, 'id' | 'state' | 'version'>,
  event: RequestEventName,
  reason: string,
  at: Date,
): Move {
  return { id, state, version, to_state: stateAfter(state, event), event, reason, at }
}

function stateAfter(state: RequestState, event: RequestEventName): RequestState {
  const to = advance(state, event)
  if (to === undefined) throw new Error(`"${event}" cannot happen to a request that is ${state}`)
  return to
}

const move = {
  ...({ id: 'uuid', state: 'text', version: 'int', to_state: 'text', event: 'text' } as const),
  ...({ reason: 'text', at: 'timestamptz' } as const),
} as const

/**
 * Moves a request whose state and version have not changed since it was read. `sets` and `condition` may name the row `q`; `alias`
 * names the tables whose rows are locked.
 */
const moved = (sets: string, { condition = '', join = '', alias = 's', code = 'q.event' } = {}) => `
held AS (
  SELECT s.id FROM requests s JOIN asked q ON q.id = s.id${join}
   WHERE s.state = q.state AND s.version = q.version${condition} ORDER BY s.id FOR NO KEY UPDATE OF ${alias}),
moved AS (
  UPDATE requests AS s
     SET state = q.to_state, version = s.version + 1, last_reason = q.reason, last_reason_code = ${code}, updated_at = q.at${sets}
    FROM asked q JOIN held ON held.id = q.id WHERE s.id = q.id AND s.state = q.state AND s.version = q.version
  RETURNING q.place, ${progressColumns}),
logged AS (
  INSERT INTO request_events (request_id, from_state, to_state, event, reason, created_at)
  SELECT q.id, q.state, q.to_state, q.event, q.reason, q.at FROM moved JOIN asked q USING (place))`

export const changedColumns = {
  txHash: ['tx_hash', 'text'],
  minedBlock: ['mined_block', 'bigint'],
  minedBlockHash: ['mined_block_hash', 'text'],
  errorCode: ['error_code', 'text'],
  createdAt: ['created_at', 'timestamptz'],
} as const

const erase = (columns: readonly string[]) => columns.map((name) => `, ${name} = NULL`).join('')

export function moveOne(
  changes: readonly (keyof RequestChanges)[],
  eraseAtEnd: readonly string[] = [],
): RowStatement<Given<SqlTypes>, Rows['moved']> {
  const columns = changes.flatMap((key) => (key === 'nextStepInMs' ? [] : [changedColumns[key]]))
  const delay = changes.includes('nextStepInMs') ? `, next_step_at = ${afterDelay}` : ''
  const sets = columns.map(([name]) => `, ${name} = q.${name}`).join('') + delay
  const types: SqlTypes = { ...move, ...Object.fromEntries(columns), ...(delay === '' ? {} : { delay_ms: 'float8' }) }
  return rowStatement(types, (asked) =>
    statement('moved')(`WITH ${asked}, ${moved(sets + erase(eraseAtEnd))} SELECT * FROM moved`),
  )
}

/**
 * Locks the signed bytes against deletion, and requires a fresh decision by the database's clock: a worker that was
 * frozen reveals nothing.
 */
export const revealOne = rowStatement(
  { ...move, reason_code: 'text', hash: 'text', delay_ms: 'float8', not_after: 'timestamptz' },
  (asked) =>
    statement('moved')(`
WITH ${asked}, ${moved(`, revealed_at = q.at, next_step_at = ${afterDelay}`, {
      join: ' JOIN tx_attempts b ON b.hash = q.hash AND b.raw_ct IS NOT NULL',
      condition: ' AND clock_timestamp() < q.not_after',
      alias: 's, b',
      code: 'q.reason_code',
    })},
begun AS (
  UPDATE tx_attempts t SET broadcast_started_at = q.at FROM moved JOIN asked q USING (place)
   WHERE t.hash = q.hash AND t.broadcast_started_at IS NULL)
SELECT * FROM moved`),
)

export type ConfirmedAlone = Move & { chain: string; signer: Address; nonce: bigint; hash: Hex | null }

/** No other request needs these signed bytes. */
export const confirmAlone = (eraseAtEnd: readonly string[]) =>
  rowStatement({ ...move, hash: 'text', chain: 'text', signer: 'text', nonce: 'bigint' }, (asked) =>
    statement('moved')(`
WITH ${asked}, ${moved(erase(eraseAtEnd), {
      condition: `
     AND NOT EXISTS (SELECT 1 FROM nonce_members m WHERE m.request_id = s.id AND m.is_open
                        AND (m.chain, m.signer, m.nonce) <> (q.chain, q.signer, q.nonce))
     AND NOT EXISTS (SELECT 1 FROM nonce_members m JOIN nonce_members o USING (chain, signer, nonce)
                      WHERE m.request_id = s.id AND o.request_id <> s.id)`,
    })},
closed AS (
  UPDATE nonces n SET closed_hash = q.hash FROM moved JOIN asked q USING (place)
   WHERE (n.chain, n.signer, n.nonce) = (q.chain, q.signer, q.nonce)),
served AS (
  UPDATE nonce_members m SET is_open = false FROM moved WHERE m.request_id = moved.id AND m.is_open),
bytes AS (
  SELECT t.hash, CASE WHEN t.hash = q.hash THEN 'mined' ELSE t.outcome END AS outcome
    FROM moved JOIN asked q USING (place) JOIN nonce_members m ON m.request_id = moved.id
    JOIN tx_attempts t ON (t.chain, t.signer, t.nonce) = (m.chain, m.signer, m.nonce)
   WHERE t.purpose <> 'gap_fill' ORDER BY t.hash FOR NO KEY UPDATE OF t),
erased AS (
  UPDATE tx_attempts t SET raw_ct = NULL, outcome = bytes.outcome FROM bytes WHERE t.hash = bytes.hash)
SELECT * FROM moved`),
  )

/**
 * Moves all members `$1` of nonce `$2` to `$4` from `assigned` to `$5`, for `$6` (`$11`), at `$7`, and marks the bytes
 * `$8` before `$10` by the database's clock; or none, when a member or the bytes changed. The nonce is locked first, as
 * everywhere.
 */
export const beginShared = prepared('begun')(`
WITH served AS MATERIALIZED (
  SELECT m.request_id AS id FROM nonces n JOIN nonce_members m USING (chain, signer, nonce)
   WHERE (n.chain, n.signer, n.nonce) = ($2, $3, $4::bigint) AND m.is_open
   ORDER BY m.request_id FOR NO KEY UPDATE OF n, m),
stored AS MATERIALIZED (
  SELECT hash FROM tx_attempts WHERE hash = $8 AND raw_ct IS NOT NULL AND EXISTS (SELECT 1 FROM served) FOR NO KEY UPDATE),
held AS MATERIALIZED (
  SELECT s.id FROM served JOIN requests s USING (id) WHERE s.state = 'assigned' AND EXISTS (SELECT 1 FROM stored)
   ORDER BY s.id FOR NO KEY UPDATE OF s),
moved AS (
  UPDATE requests AS s SET state = $5, version = s.version + 1, last_reason = $6, last_reason_code = $11, updated_at = $7::timestamptz,
         revealed_at = $7::timestamptz,
         next_step_at = statement_timestamp() + make_interval(secs => $9::float8 / 1000)
    FROM held
   WHERE s.id = held.id AND clock_timestamp() < $10::timestamptz
     AND $1::uuid[] = (SELECT array_agg(id ORDER BY id) FROM served)
     AND $1::uuid[] = (SELECT array_agg(id ORDER BY id) FROM held)
  RETURNING ${progressColumns}),
begun AS (
  UPDATE tx_attempts SET broadcast_started_at = $7::timestamptz
   WHERE hash = (SELECT hash FROM stored) AND EXISTS (SELECT 1 FROM moved)),
logged AS (
  INSERT INTO request_events (request_id, from_state, to_state, event, reason, created_at)
  SELECT id, 'assigned', $5::text, 'broadcast_started', $6::text, $7::timestamptz FROM moved)
SELECT * FROM moved ORDER BY id`)
