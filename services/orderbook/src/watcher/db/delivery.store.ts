import { makeSqlDatabase, type Sql } from '@tandem/service-kit'
import type { Pool } from 'pg'
import { takeSqlLock } from '../../db/locks.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import type { ChainEvent, EventKind } from '../domain/chain-event.ts'
import { eventColumns, eventOf } from './derive-projections.ts'
import type { FactChange } from './projection.store.ts'

/** A final chain's event names a message; the hub's dispatch leads to the order. */

const isDelivery = (kind: EventKind): boolean => kind === 'hop_delivered' || kind === 'hop_failed'

const ofMessages = `
   FROM chain_events d JOIN intents i ON i.chain = d.chain AND i.swap_id = d.subject AND i.final_chain = $1
   WHERE d.kind = 'hop_dispatched' AND d.canonical AND d.payload ->> 'messageId' = ANY($2)`
const selectOrders = statement('orderOfDelivery order_id')(`SELECT DISTINCT i.order_id::text ${ofMessages}`)
const selectVaults = statement('vaultOfMessage message_id')(
  `SELECT d.payload ->> 'messageId' AS message_id, d.subject ${ofMessages}`,
)

export async function ordersOfDeliveries(
  db: Sql,
  finalChain: string,
  changes: readonly FactChange[],
): Promise<string[]> {
  const messageIds = changes.flatMap(({ event: { kind, subject } }) => (isDelivery(kind) ? [subject] : []))
  if (messageIds.length === 0) return []
  const rows = await db.query(selectOrders, [finalChain, messageIds])
  return rows.map(({ order_id }) => order_id)
}

/** As far as dispatches are known. */
export async function vaultsOfMessages(
  db: Sql,
  finalChain: string,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query(selectVaults, [finalChain, messageIds])
  return new Map(rows.map(({ message_id, subject }) => [message_id, subject]))
}

const selectSeenBefore = statement('chainEvent')(`
SELECT ${eventColumns} FROM chain_events
WHERE canonical AND kind IN ('hop_delivered', 'hop_failed') AND subject = ANY($1) ORDER BY block_number, log_index`)

/**
 * Deliveries read before their dispatch. The outbox hears of them with the dispatch.
 * @param inserted by a step on the hub.
 */
export async function deliveriesSeenBefore(db: Sql, inserted: readonly FactChange[]): Promise<FactChange[]> {
  const messageIds = inserted.flatMap(({ event: { kind, payload } }) =>
    kind === 'hop_dispatched' ? [payload.messageId] : [],
  )
  if (messageIds.length === 0) return []
  const rows = await db.query(selectSeenBefore, [messageIds])
  return rows.map(eventOf).map((event) => ({ event, became: event.finality }))
}

/**
 * Before the events, until the end of the transaction: two watchers that store dispatch and delivery at once would miss
 * each other's.
 */
export async function lockHops(db: Sql, events: readonly Pick<ChainEvent, 'kind'>[]): Promise<void> {
  if (!events.some(({ kind }) => kind === 'hop_dispatched' || isDelivery(kind))) return
  await takeSqlLock(db, 'hops')
}

/** Bounds a frequent read. */
const mostUndelivered = 10_000

const selectUndelivered = statement('undelivered state orderId since')(`
SELECT bridge_state AS state, order_id::text AS "orderId", claim_timestamp AS since FROM intents
WHERE final_chain = $1 AND bridge_state IN ('dispatched', 'failed') ORDER BY claim_timestamp LIMIT ${mostUndelivered}`)

/** `since`: its dispatch. */
export type Undelivered = Rows['undelivered']

/** Oldest first. */
export const readUndelivered = (pool: Pool, finalChain: string): Promise<Undelivered[]> =>
  makeSqlDatabase(pool).query(selectUndelivered, [finalChain])
