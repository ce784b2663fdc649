import type { Db, PrismaClient } from '../../db/client.ts'
import type { DeadlineStore } from '../ports.ts'
import { projectOrders } from './projection.store.ts'

/** The newest remembered block whose facts count and whose time is known. */
async function countedBlock(
  db: Db,
  chain: string,
  counted: bigint,
): Promise<{ number: bigint; timestamp: number } | undefined> {
  const block = await db.chainBlock.findFirst({
    where: { chain, timestamp: { not: null }, number: { lte: counted } },
    orderBy: { number: 'desc' },
  })
  return block === null ? undefined : { number: block.number, timestamp: Number(block.timestamp) }
}

/**
 * Orders with a deadline that the clock has passed, or that lies ahead again after a reorg. Each read has an index, so
 * that the cost of a batch is bounded.
 */
async function dueOrders(db: Db, chain: string, most: number): Promise<string[]> {
  const cursor = await db.chainCursor.findUnique({ where: { chain }, select: { clock: true } })
  const now = cursor?.clock ?? null
  if (now === null) return []
  const [select, take] = [{ orderId: true }, most]
  const bySource = await db.order.findMany({
    where: { sourceChain: chain, sourceTransitionAt: { lte: now } },
    orderBy: { sourceTransitionAt: 'asc' },
    take,
    select,
  })
  const byDestination = await db.order.findMany({
    where: { destChain: chain, destTransitionAt: { lte: now } },
    orderBy: { destTransitionAt: 'asc' },
    take,
    select,
  })
  const passedBefore = await db.intent.findMany({
    where: { chain, cancelAfter: { gt: now }, status: { in: ['cancellable', 'expired'] } },
    orderBy: { cancelAfter: 'asc' },
    take,
    select,
  })
  const found = [...bySource, ...byDestination, ...passedBefore].map(({ orderId }) => orderId)
  return [...new Set(found)].slice(0, most)
}

export function makeDeadlineStore(prisma: PrismaClient, chain: string, now: () => number): DeadlineStore {
  return {
    async turnDue(limit) {
      const orderIds = await dueOrders(prisma, chain, limit)
      if (orderIds.length === 0) return { projected: 0, changed: [] }
      const changed = await prisma.$transaction((db) => projectOrders(db, orderIds, [], new Date(now())))
      return { projected: orderIds.length, changed }
    },
    async markRead() {
      await prisma.chainCursor.updateMany({ where: { chain }, data: { readAt: new Date(now()) } })
    },
  }
}

/**
 * Moves the chain's clock to the newest block whose facts count, and never back: an endpoint with a lower head or tag changes
 * nothing. The caller's transaction has moved the cursor, so it holds the lock on the row that has the clock.
 * @param counted the highest block whose facts count for an order of any value.
 */
export async function moveClock(db: Db, chain: string, counted: bigint): Promise<void> {
  const block = await countedBlock(db, chain, counted)
  if (block === undefined) return
  const isBehind = { OR: [{ clockNumber: null }, { clockNumber: { lt: block.number } }] }
  await db.chainCursor.updateMany({
    where: { chain, ...isBehind },
    data: { clock: block.timestamp, clockNumber: block.number },
  })
}

/**
 * Sets the chain's clock to the time of an older block after a reorg. The caller's transaction has moved the cursor, so it holds
 * the lock on the row that has the clock.
 * @param counted the highest block whose facts count for an order of any value.
 */
export async function setClockBack(db: Db, chain: string, counted: bigint): Promise<void> {
  const cursor = await db.chainCursor.findUniqueOrThrow({ where: { chain } })
  const block = await countedBlock(db, chain, counted)
  if (block === undefined || cursor.clockNumber === null || block.number >= cursor.clockNumber) return
  const clock = cursor.clock === null ? block.timestamp : Math.min(Number(cursor.clock), block.timestamp)
  await db.chainCursor.update({ where: { chain }, data: { clock, clockNumber: block.number } })
}
