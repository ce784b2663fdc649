import type { OrderStatus } from '@tandem/contracts'
import type { Db, PrismaClient } from '../../db/client.ts'
import type { Difference, OrderCorrection } from '../../db/replayed.ts'
import { prunedSeq } from '../../events/db/retention.ts'
import { columnName } from '../../fields.ts'
import { differencesOf } from '../domain/differences.ts'
import {
  bothSides,
  type DerivedOrder,
  dateOf,
  deriveOrders,
  factFields,
  orderFields,
  readOrders,
} from './derive-projections.ts'
import { type Write, writeProjections } from './projection.store.ts'

export type ReplayOptions = {
  readonly repair: boolean
  readonly chain: string | undefined
  readonly batchSize: number
  readonly now: () => number
}

export type ReplayBatch = {
  readonly orders: number
  readonly differences: readonly Difference[]
  /** The orders that still differ, because nothing is repaired. */
  readonly corrections: readonly OrderCorrection[]
}

const ofChain = (chain: string | undefined) =>
  chain === undefined ? {} : { OR: [{ sourceChain: chain }, { destChain: chain }] }

export const countOrders = ({ order }: PrismaClient, chain: string | undefined): Promise<number> =>
  order.count({ where: ofChain(chain) })

/** The time limits of a batch in milliseconds, for orders with long histories. */
const batchTimeout = { timeout: 10 * 60_000, maxWait: 60_000 }

/**
 * Derives every order again from its events, and compares. May run beside the watcher: a batch is one snapshot, and a
 * repair locks rows as the watcher does.
 */
export async function* replayProjections(prisma: PrismaClient, options: ReplayOptions): AsyncGenerator<ReplayBatch> {
  let after: string | undefined
  for (;;) {
    const batch = await prisma.$transaction((db) => replayBatch(db, after, options), {
      ...batchTimeout,
      ...(options.repair ? {} : { isolationLevel: 'RepeatableRead' }),
    })
    after = batch.last
    if (after === undefined) return
    yield batch
  }
}

async function replayBatch(
  db: Db,
  after: string | undefined,
  { chain, repair, batchSize, now }: ReplayOptions,
): Promise<ReplayBatch & { last: string | undefined }> {
  const batch = await db.order.findMany({
    where: { ...ofChain(chain), ...(after === undefined ? {} : { orderId: { gt: after } }) },
    orderBy: { orderId: 'asc' },
    take: batchSize,
    select: { orderId: true },
  })
  const orderIds = batch.map(({ orderId }) => orderId)
  const derived = [...deriveOrders(await readOrders(db, orderIds, { lock: repair }))]
  const announced = await announcedOf(db, orderIds)
  const isPruned = (await prunedSeq(db)) > 0
  // The events of an old order may have been deleted.
  const lastSeqOf = ({ order }: DerivedOrder) =>
    announced.get(order.order_id)?.orderSeq ?? (isPruned ? order.last_event_seq : 0)
  const differences = await compare(db, orderIds, derived, lastSeqOf)
  const damaged = new Set(differences.map(({ orderId }) => orderId))
  const wrong = derived.filter(({ order }) => damaged.has(order.order_id))
  if (repair) {
    const writes = wrong.map(({ order, projection, heads }): Write => {
      const last = announced.get(order.order_id)
      return {
        order: last === undefined ? order : { ...order, ...asAnnounced(order.created_at, last) },
        projection,
        heads,
        changes: [],
        sides: bothSides,
      }
    })
    await writeProjections(db, writes, new Date(now()))
  }
  const corrections = repair ? [] : wrong.map(correctionOf)
  return { last: orderIds.at(-1), orders: orderIds.length, differences, corrections }
}

const correctionOf = ({ order, projection }: DerivedOrder): OrderCorrection => ({
  order_id: order.order_id,
  status: projection.status,
  completed_at: dateOf(projection.completedAt),
})

/** The last announcement about an order to the readers of events. */
type Announced = {
  readonly orderSeq: number
  readonly status: OrderStatus
  /** The seconds that the order's last completion took. */
  readonly completionSecs: number | null
}

/** The last announcements of orders. A repair is announced only when readers were told otherwise. */
async function announcedOf(db: Db, orderIds: string[]): Promise<Map<string, Announced>> {
  const events = await db.orderEvent.findMany({
    where: { orderId: { in: orderIds } },
    orderBy: { orderSeq: 'asc' },
    select: { orderId: true, orderSeq: true, type: true, status: true, completionSecs: true },
  })
  const announced = new Map<string, Announced>()
  for (const { orderId, orderSeq, type, status, completionSecs } of events) {
    const isCompletion = status === 'completed' && type === 'order.status_changed'
    const before = announced.get(orderId)?.completionSecs ?? null
    announced.set(orderId, {
      orderSeq,
      status: status as OrderStatus,
      completionSecs: isCompletion ? completionSecs : before,
    })
  }
  return announced
}

const asAnnounced = (createdAt: Date, { orderSeq, status, completionSecs }: Announced) => ({
  status,
  last_event_seq: orderSeq,
  completed_at: completionSecs === null ? null : new Date(createdAt.getTime() + completionSecs * 1000),
})

type OrderDifference = Difference & { readonly orderId: string }

/** The differences of orders and then those of their sides, each sorted by identifier. */
async function compare(
  db: Db,
  orderIds: string[],
  derived: readonly DerivedOrder[],
  lastSeqOf: (one: DerivedOrder) => number,
): Promise<OrderDifference[]> {
  const where = { orderId: { in: orderIds } }
  const orders = new Map((await db.order.findMany({ where })).map((row) => [row.orderId, row]))
  const intents = new Map((await db.intent.findMany({ where })).map((row) => [`${row.orderId} ${row.side}`, row]))
  const inOrder = derived.toSorted((a, b) => (a.order.order_id < b.order.order_id ? -1 : 1))
  const ofOrders = inOrder.flatMap((one) => {
    const orderId = one.order.order_id
    const found = differencesOf(orders.get(orderId) ?? {}, orderFields(one, lastSeqOf(one)))
    return found.map(({ name, ...values }) => ({
      of: `order ${orderId}`,
      column: columnName('orders', name),
      ...values,
      orderId,
    }))
  })
  const ofSides = inOrder.flatMap((one) =>
    (['destination', 'source'] as const).flatMap((side) => {
      const orderId = one.order.order_id
      const found = differencesOf(intents.get(`${orderId} ${side}`) ?? {}, factFields(one.projection[side]))
      return found.map(({ name, ...values }) => ({
        of: `order ${orderId}, ${side} intent`,
        column: columnName('intents', name),
        ...values,
        orderId,
      }))
    }),
  )
  return [...ofOrders, ...ofSides]
}
