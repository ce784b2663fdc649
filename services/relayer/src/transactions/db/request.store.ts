import {
  batched,
  type Given,
  perRow,
  type SecretBox,
  type Sql,
  type SqlDatabase,
  type SqlTypes,
  statementLimits,
} from '@tandem/service-kit'
import { statement } from '../../db/statements.ts'
import type { Request } from '../domain/request.ts'
import { finalStates, openStates } from '../domain/request-lifecycle.ts'
import type { Clock } from '../ports.ts'
import type { AttemptStore, NonceStore, RequestChanges, RequestStore } from '../step-ports.ts'
import { makeAttemptStore } from './attempt.store.ts'
import { makeNonceStore } from './nonce.store.ts'
import { abandonNonces, eraseRaw, lockNoncesOf } from './nonce-locks.ts'
import { makeNonceUpkeep } from './nonce-upkeep.store.ts'
import { type ProgressRow, progressed, type RequestFormat, requestColumns } from './request.rows.ts'
import * as statements from './request.statements.ts'
import { changedColumns, listOf, type Move, moveTo } from './request.statements.ts'

export type TransactionStore = ReturnType<typeof makeTransactionStore>

/** The truth that survives everything else. */
export function makeTransactionStore(sql: SqlDatabase, box: SecretBox, now: Clock, format: RequestFormat) {
  const nonces = makeNonceStore(sql, now)
  const requests = makeRequestStore(sql, now, format)
  return {
    ...requests,
    ...nonces,
    ...makeNonceUpkeep(sql, now),
    ...makeAttemptStore(sql, box, now),
    confirm: makeConfirm(sql, now, { requests, nonces, eraseAtEnd: format.eraseAtEnd }),
  }
}

const countOpen = statement('openCount')(
  `SELECT state, count(*) AS count FROM requests WHERE state IN (${listOf(openStates)}) GROUP BY state`,
)
/** By itself: no index has both what waits and what is open. */
const countWaiting = statement('openCount')(
  `SELECT state, count(*) AS count FROM requests WHERE state = 'waiting' GROUP BY state`,
)

function makeRequestStore(
  sql: SqlDatabase,
  now: Clock,
  format: RequestFormat,
): Omit<RequestStore, 'find'> & {
  /** No other worker takes them for so long. */
  lease(chain: string, limit: number, leaseMs: number): Promise<Request[]>
  /** By state. */
  counts(): Promise<Record<string, number>>
} {
  const at = () => new Date(now())
  const columns = requestColumns(format)
  const leaseDue = statements.leaseDue(columns)
  const postponeOne = perRow(sql, statements.postponeOne)
  const moveOn = perChanges((changes) => {
    const run = perRow(sql, statements.moveOne(changes))
    return async (row) => (await run(row))[0]
  })
  const finish = perChanges((changes) =>
    ending<MoveRow>(sql, async (tx, rows) => {
      const moved = await firstRows(rows, perRow(tx, statements.moveOne(changes, format.eraseAtEnd)))
      const ended = moved.flatMap((one) => one?.id ?? [])
      await abandonNonces(tx, ended, at())
      await eraseRaw(tx, ended)
      return moved
    }),
  )
  return {
    lease: async (chain, limit, leaseMs) =>
      (await sql.query(leaseDue, [leaseMs / 1000, limit, chain])).map(format.entityOf),
    async postpone(id, delayMs, { code, text }, { isRevert = false, errorCode } = {}) {
      const said = { reason: text, reason_code: code, reverts: isRevert ? 1 : 0, error_code: errorCode ?? null }
      await postponeOne({ id, delay_ms: delayMs, ...said })
    },
    async wake(ids) {
      await sql.query(statements.wakeThese, [ids])
    },
    async advance(request, event, reason, changes = {}) {
      const move = moveTo(request, event, reason, at())
      const row = await (finalStates.includes(move.to_state) ? finish : moveOn)(move, changes)
      return row === undefined ? undefined : progressed(request, row)
    },
    async counts() {
      const rows = await Promise.all([sql.query(countOpen, []), sql.query(countWaiting, [])])
      return Object.fromEntries(rows.flat().map(({ state, count }) => [state, Number(count)]))
    },
  }
}

/** One statement where no other request needs the bytes. */
function makeConfirm(
  sql: SqlDatabase,
  now: Clock,
  o: { requests: Pick<RequestStore, 'advance'>; nonces: Pick<NonceStore, 'closeNonce'>; eraseAtEnd: readonly string[] },
): AttemptStore['confirm'] {
  const statement = statements.confirmAlone(o.eraseAtEnd)
  const confirmAlone = ending<statements.ConfirmedAlone>(sql, (tx, rows) => firstRows(rows, perRow(tx, statement)))
  return async (request, key, reason) => {
    const { txHash } = request
    if (key?.isShared === false) {
      const { chain, signer, nonce } = key
      const move = moveTo(request, 'depth_reached', reason, new Date(now()))
      const row = await confirmAlone({ ...move, hash: txHash, chain, signer, nonce })
      if (row !== undefined) return progressed(request, row)
    }
    if (key !== undefined && txHash !== null) await o.nonces.closeNonce(key, txHash, 'mined')
    return o.requests.advance(request, 'depth_reached', reason)
  }
}

/** Locks their nonces first, by a statement of its own. */
const ending = <Row extends { id: string }>(
  sql: SqlDatabase,
  end: (tx: Sql, rows: readonly Row[]) => Promise<(ProgressRow | undefined)[]>,
) =>
  batched<Row, ProgressRow | undefined>({
    doMany: (rows) =>
      sql.transaction(async (tx) => {
        // The next statement then sees every signed transaction, and the last member of a batch that it is the last.
        await lockNoncesOf(
          tx,
          rows.map(({ id }) => id),
        )
        return end(tx, rows)
      }),
    ...statementLimits,
  })

type MoveRow = Move & Given<SqlTypes>

const firstRows = async <In, Out>(rows: readonly In[], run: (row: In) => Promise<readonly Out[]>) =>
  (await Promise.all(rows.map(run))).map(([row]) => row)

function perChanges(make: (changes: (keyof RequestChanges)[]) => (row: MoveRow) => Promise<ProgressRow | undefined>) {
  const made = new Map<string, ReturnType<typeof make>>()
  return (move: Move, changes: RequestChanges): Promise<ProgressRow | undefined> => {
    const keys = (Object.keys(changes) as (keyof RequestChanges)[]).sort()
    const run = made.get(keys.join()) ?? make(keys)
    made.set(keys.join(), run)
    return run({ ...move, ...Object.fromEntries(keys.map((key) => [nameOf(key), changes[key]])) })
  }
}

const nameOf = (key: keyof RequestChanges) => (key === 'nextStepInMs' ? 'delay_ms' : changedColumns[key][0])
