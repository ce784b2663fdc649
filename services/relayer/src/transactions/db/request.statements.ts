import {
  command,
  type Given,
  preparedCommand,
  type RowStatement,
  rowStatement,
  type Sql,
  type SqlTypes,
} from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { prepared, statement } from '../../db/statements.ts'
import type { Request } from '../domain/request.ts'
import { advance, openStates, type RequestEventName, type RequestState } from '../domain/request-lifecycle.ts'
import type { RequestChanges } from '../step-ports.ts'
import { dueAtOnce, progressColumns } from './request.rows.ts'

/*
 * The statements of hot paths, each for many requests at once (ADR 0005). Rows are locked by id, and rows that have changed are
 * left out of the answer.
 */

export const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')

export const leaseDue = (columns: string) =>
  prepared('leased')(`
WITH due AS MATERIALIZED (
  SELECT id FROM requests WHERE chain = $3 AND state IN (${listOf(openStates)}) AND next_step_at <= now()
   ORDER BY next_step_at LIMIT $2 FOR UPDATE SKIP LOCKED)
UPDATE requests AS s SET next_step_at = now() + make_interval(secs => $1)
  FROM due WHERE s.id = due.id
RETURNING ${columns}, s.next_step_at AS leased_until`)

export const lockRequests = prepared('lockedRequest id')(`
SELECT id::text, state, version, chain, pulls_from FROM requests WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`)

/**
 * Locks a request. The next statement of the transaction sees every nonce that was assigned to it.
 * @returns undefined when the request's state has changed since it was read.
 */
export async function lockAsRead(
  tx: Sql,
  { id, state, version }: Pick<Request, 'id' | 'state' | 'version'>,
): Promise<Rows['lockedRequest'] | undefined> {
  const [row] = await tx.query(lockRequests, [[id]])
  return row?.state === state && row.version === version ? row : undefined
}

export const wakeThese = preparedCommand(`
WITH held AS MATERIALIZED (SELECT id FROM requests WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
UPDATE requests AS s SET next_step_at = ${dueAtOnce} FROM held WHERE s.id = held.id`)

/**
 * The time after a delay by the database's clock, because the clocks of hosts differ. The time of the statement is the same for
 * all of its rows: requests that are put off together are due together, and can share a transaction then.
 */
const afterDelay = 'statement_timestamp() + make_interval(secs => q.delay_ms / 1000)'

/** Puts a request off. A request that was woken since it was read stays due. */
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
/**
 * The states before and after an event.
 * @throws Error when the event cannot happen in this state.
 */
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
 * Changes the state of each request whose state and version are still those that were read, and logs the change. `sets`
 * and `condition` may name the values `q`; `alias` names the tables whose rows are locked.
 */
const moved = (given: string, sets: string, { condition = '', join = '', alias = 's', code = 'q.event' } = {}) => `
held AS (
  SELECT q.* FROM ${given} JOIN requests s ON s.id = q.id${join}
   WHERE s.state = q.state AND s.version = q.version${condition} ORDER BY s.id FOR NO KEY UPDATE OF ${alias}),
moved AS (
  UPDATE requests AS s
     SET state = q.to_state, version = s.version + 1, last_reason = q.reason, last_reason_code = ${code}, updated_at = q.at${sets}
    FROM held q WHERE s.id = q.id AND s.state = q.state AND s.version = q.version
  RETURNING q.place, ${progressColumns}),
logged AS (
  INSERT INTO request_events (request_id, from_state, to_state, event, reason, created_at)
  SELECT q.id, q.state, q.to_state, q.event, q.reason, q.at FROM moved JOIN held q USING (place))`

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
  return rowStatement(types, (_asked, given) =>
    statement('moved')(`WITH ${moved(given, sets + erase(eraseAtEnd))} SELECT * FROM moved`),
  )
}

const reveal = { ...move, reason_code: 'text', delay_ms: 'float8', not_after: 'timestamptz' } as const
const revealed = `, revealed_at = q.at, next_step_at = ${afterDelay}`
/**
 * Requires that the decision still holds by the database's clock, so that a worker that was frozen after its decision
 * reveals nothing.
 */
const isInTime = ' AND clock_timestamp() < q.not_after'

/**
 * Reveals a request that does not share its nonce. The signed bytes are locked against deletion, and marked as leaving.
 */
export const revealOne = rowStatement({ ...reveal, hash: 'text' }, (_asked, given) =>
  statement('moved')(`
WITH ${moved(given, revealed, {
    join: ' JOIN tx_attempts b ON b.hash = q.hash AND b.raw_ct IS NOT NULL',
    condition: isInTime,
    alias: 's, b',
    code: 'q.reason_code',
  })}
UPDATE tx_attempts t SET broadcast_started_at = coalesce(t.broadcast_started_at, q.at)
  FROM held q JOIN moved USING (place) WHERE t.hash = q.hash RETURNING moved.*`),
)

/** Reveals a member of a batch. The transaction that it runs in has locked the nonce, and marked the signed bytes. */
export const revealWithOthers = rowStatement(reveal, (_asked, given) =>
  statement('moved')(`
WITH ${moved(given, revealed, { condition: isInTime, code: 'q.reason_code' })} SELECT * FROM moved`),
)
