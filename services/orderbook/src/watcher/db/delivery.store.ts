import type { Db, PrismaClient } from '../../db/client.ts'
import { rowsOf } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'
import { statement } from '../../db/statements.ts'
import type { ChainEvent, EventKind } from '../domain/chain-event.ts'
import { eventOf } from './derive-projections.ts'
import type { FactChange } from './projection.store.ts'

/**
 * The kinds of events on a final chain. Each names a message, and the hub's dispatch of that message leads to the order.
 */

const deliveryKinds = ['hop_delivered', 'hop_failed'] satisfies EventKind[]
const isDelivery = (kind: EventKind): boolean => (deliveryKinds as EventKind[]).includes(kind)

/**
 * Hand-written SQL, because Prisma's client compares a value inside JSON in a way that cannot use the
 * index on that value.
 */
const selectDispatches = statement('messageOfDispatch message_id')(`
SELECT chain, subject, payload ->> 'messageId' AS message_id FROM chain_events
WHERE kind = 'hop_dispatched' AND canonical AND payload ->> 'messageId' = ANY($1)`)

/** The hops to a final chain that these messages carry, as far as their dispatches are known. */
async function hopsOf(db: Db, finalChain: string, messageIds: readonly string[]) {
  const dispatches = await rowsOf(db, selectDispatches, messageIds)
  if (dispatches.length === 0) return []
  const intents = await db.intent.findMany({
    where: { finalChain, OR: dispatches.map(({ chain, subject }) => ({ chain, swapId: subject })) },
    select: { orderId: true, chain: true, swapId: true },
  })
  const orders = new Map(intents.map(({ orderId, chain, swapId }) => [`${chain} ${swapId}`, orderId]))
  return dispatches.flatMap(({ chain, subject, message_id: messageId }) => {
    const orderId = orders.get(`${chain} ${subject}`)
    return orderId === undefined ? [] : [{ orderId, messageId, vault: subject }]
  })
}

export async function ordersOfDeliveries(
  db: Db,
  finalChain: string,
  changes: readonly FactChange[],
): Promise<string[]> {
  const messageIds = changes.flatMap(({ event: { kind, subject } }) => (isDelivery(kind) ? [subject] : []))
  if (messageIds.length === 0) return []
  return (await hopsOf(db, finalChain, messageIds)).map(({ orderId }) => orderId)
}

/** The vault of each message. A message whose dispatch is not stored yet is left out. */
export async function vaultsOfMessages(
  db: Db,
  finalChain: string,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  const hops = await hopsOf(db, finalChain, messageIds)
  return new Map(hops.map(({ messageId, vault }) => [messageId, vault]))
}

/**
 * Deliveries that were read before their dispatch. The outbox announces them together with the dispatch.
 * @param inserted the changes of a step on the hub.
 */
export async function deliveriesSeenBefore(db: Db, inserted: readonly FactChange[]): Promise<FactChange[]> {
  const messageIds = inserted.flatMap(({ event: { kind, payload } }) =>
    kind === 'hop_dispatched' && payload.messageId !== undefined ? [payload.messageId] : [],
  )
  if (messageIds.length === 0) return []
  const rows = await db.chainEvent.findMany({
    where: { canonical: true, kind: { in: deliveryKinds }, subject: { in: messageIds } },
    orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }],
  })
  return rows.map(eventOf).map((event) => ({ event, became: event.finality }))
}

/**
 * Takes the lock of hops, before events are stored and until the end of the transaction. Otherwise two watchers that store
 * dispatch and delivery simultaneously would each miss the other's event.
 */
export async function lockHops(db: Db, events: readonly Pick<ChainEvent, 'kind'>[]): Promise<void> {
  if (!events.some(({ kind }) => kind === 'hop_dispatched' || isDelivery(kind))) return
  await takeLock(db, 'hops')
}

/** How many hops are read at most, because every scrape of the metrics reads them. */
const maxUndelivered = 10_000

/** A hop that has not arrived. `since` is the time of the claim that dispatched it. */
export type Undelivered = { readonly state: 'dispatched' | 'failed'; readonly orderId: string; readonly since: Date }

/** The hops to a final chain that have not arrived, the oldest first. */
export async function readUndelivered(
  { intent }: Pick<PrismaClient, 'intent'>,
  finalChain: string,
): Promise<Undelivered[]> {
  const rows = await intent.findMany({
    where: { finalChain, bridgeState: { in: ['dispatched', 'failed'] } },
    orderBy: { claimTimestamp: 'asc' },
    take: maxUndelivered,
    select: { bridgeState: true, orderId: true, claimTimestamp: true },
  })
  return rows.map(({ bridgeState, orderId, claimTimestamp }) => ({
    state: bridgeState as Undelivered['state'],
    orderId,
    since: claimTimestamp ?? new Date(0),
  }))
}
