import { command, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { type Database, execute, type PrismaClient, rowsOf } from '../../db/client.ts'
import { locks, takeLock, tryLock } from '../../db/locks.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import type { EventReader, StoredEvent } from '../ports.ts'
import { prunedSeq } from './retention.ts'

const hasUnnumbered = command('SELECT 1 FROM order_events WHERE seq IS NULL LIMIT 1')

const numberEvents = command(`
UPDATE order_events e SET seq = base.last + pending.place
FROM (SELECT coalesce(max(seq), 0) AS last FROM order_events) base,
     (SELECT id, row_number() OVER (ORDER BY id) AS place
      FROM (SELECT id FROM order_events WHERE seq IS NULL ORDER BY id LIMIT 10000) waiting) pending
WHERE e.id = pending.id`)

/**
 * Numbers committed events without gaps. Numbers drawn by writers would be unsafe: a slow transaction could commit a
 * low number behind a reader. One sequencer at a time, by an advisory lock.
 */
export async function sequenceEvents(prisma: PrismaClient): Promise<void> {
  if ((await rowsOf(prisma, hasUnnumbered)).length === 0) return
  // The next statement sees the last sequencer's commit.
  await prisma.$transaction([takeLock(prisma, 'sequence'), execute(prisma, numberEvents)])
}

/** Leaves it to a running sequencer: no replica waits. */
export async function sequenceUnlessRunning(sql: SqlDatabase): Promise<void> {
  if ((await sql.query(hasUnnumbered, [])).length === 0) return
  await sql.transaction(async (tx) => {
    const [row] = await tx.query(tryLock, [locks.sequence])
    if (row?.taken === true) await tx.query(numberEvents, [])
  })
}

const selectWhere = (where: string) =>
  statement('orderEvent seq order_id')(`
SELECT seq::float8, order_seq, order_id::text, type, status, fact, created_at
FROM order_events WHERE ${where} ORDER BY seq LIMIT $1`)
const selectAfter = selectWhere('seq > $2')
const selectOfOrder = selectWhere('order_id = $2::uuid AND seq > $3')

const selectLastSeq = statement('lastSeq')('SELECT coalesce(max(seq), 0)::float8 AS last FROM order_events')

export const readLastSeq = async (sql: Sql): Promise<number> => (await sql.query(selectLastSeq, []))[0]?.last ?? 0

export const readEventsAfter = async (sql: Sql, afterSeq: number, limit: number): Promise<StoredEvent[]> =>
  (await sql.query(selectAfter, [limit, afterSeq])).map(eventOf)

export function makeEventStore({ prisma, sql }: Pick<Database, 'prisma' | 'sql'>): EventReader {
  return {
    listAll: async (afterSeq, limit) => {
      await sequenceEvents(prisma)
      return readEventsAfter(sql, afterSeq, limit)
    },
    listOfOrder: async (orderId, afterSeq, limit) => {
      await sequenceEvents(prisma)
      return (await sql.query(selectOfOrder, [limit, orderId, afterSeq])).map(eventOf)
    },
    prunedSeq: () => prunedSeq(prisma),
  }
}

/** Older facts lack confirmations. */
export const factOf = (fact: unknown): StoredEvent['fact'] =>
  fact === null ? null : (Object.assign({ confirmations: null }, fact) as StoredEvent['fact'])

function eventOf(row: Rows['orderEvent']): StoredEvent {
  return {
    seq: row.seq,
    orderSeq: row.order_seq,
    orderId: row.order_id,
    type: row.type,
    status: row.status,
    fact: factOf(row.fact),
    createdAt: row.created_at,
  }
}
