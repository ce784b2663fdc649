import type { OrderStatus } from '@tandem/contracts'
import type { EventNumbers, EventReader, StoredEvent } from '../usecases/ports.ts'
import type { PrismaClient } from './client.ts'
import type { Prisma } from './generated/client.ts'
import { locks } from './locks.ts'
import { prunedSeq } from './retention.ts'

const hasUnnumbered = `SELECT EXISTS (SELECT 1 FROM order_events WHERE seq IS NULL) AS pending`

const numberEvents = `
UPDATE order_events e SET seq = base.last + pending.place
FROM (SELECT coalesce(max(seq), 0) AS last FROM order_events) base,
     (SELECT id, row_number() OVER (ORDER BY id) AS place
      FROM (SELECT id FROM order_events WHERE seq IS NULL ORDER BY id LIMIT 10000) waiting) pending
WHERE e.id = pending.id`

/**
 * Numbers committed events without gaps. Numbers drawn by writers would be unsafe: a slow transaction could commit a
 * low number behind a reader. One sequencer at a time, by an advisory lock.
 */
export async function sequenceEvents(prisma: PrismaClient): Promise<void> {
  if (!(await isPending(prisma))) return
  // The next statement sees the last sequencer's commit.
  await prisma.$transaction([
    prisma.$executeRawUnsafe('SELECT pg_advisory_xact_lock($1)', locks.sequence),
    prisma.$executeRawUnsafe(numberEvents),
  ])
}

/** Leaves it to a running sequencer: no replica waits. */
export async function sequenceUnlessRunning(prisma: PrismaClient): Promise<void> {
  if (!(await isPending(prisma))) return
  await prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRawUnsafe<{ taken: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1) AS taken',
      locks.sequence,
    )
    if (row?.taken === true) await tx.$executeRawUnsafe(numberEvents)
  })
}

async function isPending(prisma: PrismaClient): Promise<boolean> {
  const [row] = await prisma.$queryRawUnsafe<{ pending: boolean }[]>(hasUnnumbered)
  return row?.pending === true
}

type EventRow = {
  seq: number
  order_seq: number
  order_id: string
  type: string
  status: string
  fact: Prisma.JsonValue
  created_at: Date
}

const eventColumns = 'seq::float8, order_seq, order_id::text, type, status, fact, created_at'

async function select(prisma: PrismaClient, where: string, ...params: unknown[]): Promise<StoredEvent[]> {
  const rows = await prisma.$queryRawUnsafe<EventRow[]>(
    `SELECT ${eventColumns} FROM order_events WHERE ${where} ORDER BY seq LIMIT $1`,
    ...params,
  )
  return rows.map(eventOf)
}

const selectLastSeq = 'SELECT coalesce(max(seq), 0)::float8 AS last FROM order_events'

export const readEventsAfter = (prisma: PrismaClient, afterSeq: number, limit: number): Promise<StoredEvent[]> =>
  select(prisma, 'seq > $2', limit, afterSeq)

export function makeEventStore(prisma: PrismaClient): EventReader & EventNumbers {
  const read = async (where: string, ...params: unknown[]): Promise<StoredEvent[]> => {
    await sequenceEvents(prisma)
    return select(prisma, where, ...params)
  }
  return {
    listAll: (afterSeq, limit) => read('seq > $2', limit, afterSeq),
    listOfOrder: (orderId, afterSeq, limit) => read('order_id = $2::uuid AND seq > $3', limit, orderId, afterSeq),
    prunedSeq: () => prunedSeq(prisma),
    lastSeq: async () => {
      await sequenceEvents(prisma)
      const [row] = await prisma.$queryRawUnsafe<{ last: number }[]>(selectLastSeq)
      return row?.last ?? 0
    },
  }
}

/** Older facts lack confirmations. */
export const factOf = (fact: unknown): StoredEvent['fact'] =>
  fact === null ? null : (Object.assign({ confirmations: null }, fact) as StoredEvent['fact'])

function eventOf(row: EventRow): StoredEvent {
  return {
    seq: row.seq,
    orderSeq: row.order_seq,
    orderId: row.order_id,
    type: row.type as StoredEvent['type'],
    status: row.status as OrderStatus,
    fact: factOf(row.fact),
    createdAt: row.created_at,
  }
}
