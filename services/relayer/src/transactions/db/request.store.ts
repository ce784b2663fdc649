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
import type { Database } from '../../db/client.ts'
import type { Request } from '../domain/request.ts'
import { finalStates, openStates, type RequestState } from '../domain/request-lifecycle.ts'
import type { Clock } from '../ports.ts'
import type { AttemptStore, NonceStore, RequestChanges, RequestStore } from '../step-ports.ts'
import { makeAttemptStore } from './attempt.store.ts'
import { makeNonceStore } from './nonce.store.ts'
import { abandonNonces, eraseRaw, lockNoncesOf } from './nonce-locks.ts'
import { makeNonceUpkeep } from './nonce-upkeep.store.ts'
import { type ProgressRow, progressed, type RequestFormat, requestColumns } from './request.rows.ts'
import * as statements from './request.statements.ts'
import { changedColumns, type Move, moveTo } from './request.statements.ts'

export type TransactionStore = ReturnType<typeof makeTransactionStore>

/** Stores requests, their nonces and their transactions. Everything else can be lost and rebuilt from these. */
export function makeTransactionStore(
  database: Pick<Database, 'prisma' | 'sql'>,
  box: SecretBox,
  now: Clock,
  format: RequestFormat,
) {
  const nonces = makeNonceStore(database, now)
  const requests = makeRequestStore(database, now, format)
  return {
    ...requests,
    ...nonces,
    ...makeNonceUpkeep(database, now),
    ...makeAttemptStore(database, box, now),
    confirm: makeConfirm({ requests, nonces }),
  }
}

function makeRequestStore(
  { prisma, sql }: Pick<Database, 'prisma' | 'sql'>,
  now: Clock,
  format: RequestFormat,
): Omit<RequestStore, 'find'> & {
  /** Takes due requests of the chain. No other worker takes them for `leaseMs` milliseconds. */
  lease(chain: string, limit: number, leaseMs: number): Promise<Request[]>
  /** How many requests are in each state. */
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
      const count = (states: RequestState[]) =>
        prisma.request.groupBy({ by: ['state'], where: { state: { in: states } }, _count: true })
      // Waiting requests are counted by themselves, because no index has both the waiting and the open ones.
      const counted = (await Promise.all([count([...openStates]), count(['waiting'])])).flat()
      return Object.fromEntries(counted.map((one) => [one.state, one._count]))
    },
  }
}

/** Confirms a request. Its nonce is closed first: a process that ends between the two finds the receipt again. */
const makeConfirm =
  (o: { requests: Pick<RequestStore, 'advance'>; nonces: Pick<NonceStore, 'closeNonce'> }): AttemptStore['confirm'] =>
  async (request, key, reason) => {
    if (key !== undefined && request.txHash !== null) await o.nonces.closeNonce(key, request.txHash, 'mined')
    return o.requests.advance(request, 'depth_reached', reason)
  }

/** Ends requests. Their nonces are locked first, in a separate statement. */
const ending = <Row extends { id: string }>(
  sql: SqlDatabase,
  end: (tx: Sql, rows: readonly Row[]) => Promise<(ProgressRow | undefined)[]>,
) =>
  batched<Row, ProgressRow | undefined>({
    doMany: (rows) =>
      sql.transaction(async (tx) => {
        // Because of these locks the next statement sees every signed transaction, and the last member of a batch sees that it is
        // the last.
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
