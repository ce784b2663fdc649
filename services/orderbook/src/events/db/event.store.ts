import { command } from '@tandem/service-kit'
import { type Db, execute, type PrismaClient, rowsOf } from '../../db/client.ts'
import type { OrderEvent } from '../../db/generated/client.ts'
import { locks, takeLock, tryLock } from '../../db/locks.ts'
import type { EventReader, StoredEvent } from '../ports.ts'
import { prunedSeq } from './retention.ts'

async function hasUnnumbered(db: Db): Promise<boolean> {
  return (await db.orderEvent.findFirst({ where: { seq: null }, select: { id: true } })) !== null
}

/**
 * Hand-written SQL, because each event must take the next number, and one statement numbers ten
 * thousand of them.
 */
const numberEvents = command(`
UPDATE order_events e SET seq = base.last + pending.place
FROM (SELECT coalesce(max(seq), 0) AS last FROM order_events) base,
     (SELECT id, row_number() OVER (ORDER BY id) AS place
      FROM (SELECT id FROM order_events WHERE seq IS NULL ORDER BY id LIMIT 10000) waiting) pending
WHERE e.id = pending.id`)

/**
 * Numbers committed events without gaps. Numbers drawn by writers would be unsafe: a slow transaction could commit a
 * low number behind a reader. An advisory lock lets one process at a time number them.
 */
export async function sequenceEvents(prisma: PrismaClient): Promise<void> {
  if (!(await hasUnnumbered(prisma))) return
  // The lock comes first, so that the numbering sees what the last sequencer committed.
  await prisma.$transaction([takeLock(prisma, 'sequence'), execute(prisma, numberEvents)])
}

/** Does nothing while another process numbers events, so that no replica waits. */
export async function sequenceUnlessRunning(prisma: PrismaClient): Promise<void> {
  if (!(await hasUnnumbered(prisma))) return
  await prisma.$transaction(async (tx) => {
    const [row] = await rowsOf(tx, tryLock, locks.sequence)
    if (row?.taken === true) await execute(tx, numberEvents)
  })
}

/** Reads events in the order of `seq`, of one order or of all. */
export async function readEventsAfter(db: Db, seq: number, limit: number, orderId?: string): Promise<StoredEvent[]> {
  const of = orderId === undefined ? {} : { orderId }
  const rows = await db.orderEvent.findMany({
    where: { ...of, seq: { gt: seq } },
    orderBy: { seq: 'asc' },
    take: limit,
  })
  return rows.map(eventOf)
}

export function makeEventStore(prisma: PrismaClient): EventReader {
  return {
    listAll: async (afterSeq, limit) => {
      await sequenceEvents(prisma)
      return readEventsAfter(prisma, afterSeq, limit)
    },
    listOfOrder: async (orderId, afterSeq, limit) => {
      await sequenceEvents(prisma)
      return readEventsAfter(prisma, afterSeq, limit, orderId)
    },
    prunedSeq: () => prunedSeq(prisma),
  }
}

/** Facts that were stored by early versions have no confirmations. */
const factOf = (fact: unknown): StoredEvent['fact'] =>
  fact === null ? null : (Object.assign({ confirmations: null }, fact) as StoredEvent['fact'])

/** @param row an event that has its number. */
export const eventOf = (row: OrderEvent): StoredEvent => ({
  seq: Number(row.seq),
  orderSeq: row.orderSeq,
  orderId: row.orderId,
  type: row.type as StoredEvent['type'],
  status: row.status as StoredEvent['status'],
  fact: factOf(row.fact),
  createdAt: row.createdAt,
})
