import type { Pool, PoolClient } from 'pg'
import type { ChainEvent, EventKind } from '../chain/chain-event.ts'
import { eventColumns, eventOf } from './derive-projections.ts'
import { locks } from './locks.ts'
import type { FactChange } from './projection.store.ts'

/** A final chain's event names a message; the hub's dispatch leads to the order. */

const isDelivery = (kind: EventKind): boolean => kind === 'hop_delivered' || kind === 'hop_failed'

export async function ordersOfDeliveries(
  db: PoolClient,
  finalChain: string,
  changes: readonly FactChange[],
): Promise<string[]> {
  const messageIds = changes.flatMap(({ event: { kind, subject } }) => (isDelivery(kind) ? [subject] : []))
  if (messageIds.length === 0) return []
  const { rows } = await db.query<{ order_id: string }>(
    `SELECT DISTINCT i.order_id::text
     FROM chain_events d JOIN intents i ON i.chain = d.chain AND i.swap_id = d.subject AND i.final_chain = $1
     WHERE d.kind = 'hop_dispatched' AND d.canonical AND d.payload ->> 'messageId' = ANY($2)`,
    [finalChain, messageIds],
  )
  return rows.map(({ order_id }) => order_id)
}

/** As far as dispatches are known. */
export async function vaultsOfMessages(
  db: PoolClient,
  finalChain: string,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ message_id: string; subject: string }>(
    `SELECT d.payload ->> 'messageId' AS message_id, d.subject
     FROM chain_events d JOIN intents i ON i.chain = d.chain AND i.swap_id = d.subject AND i.final_chain = $1
     WHERE d.kind = 'hop_dispatched' AND d.canonical AND d.payload ->> 'messageId' = ANY($2)`,
    [finalChain, messageIds],
  )
  return new Map(rows.map(({ message_id, subject }) => [message_id, subject]))
}

/**
 * Deliveries read before their dispatch. The outbox hears of them with the dispatch.
 * @param inserted by a step on the hub.
 */
export async function deliveriesSeenBefore(db: PoolClient, inserted: readonly FactChange[]): Promise<FactChange[]> {
  const messageIds = inserted.flatMap(({ event: { kind, payload } }) =>
    kind === 'hop_dispatched' ? [payload.messageId] : [],
  )
  if (messageIds.length === 0) return []
  const { rows } = await db.query<Parameters<typeof eventOf>[0]>(
    `SELECT ${eventColumns} FROM chain_events
     WHERE canonical AND kind IN ('hop_delivered', 'hop_failed') AND subject = ANY($1) ORDER BY block_number, log_index`,
    [messageIds],
  )
  return rows.map(eventOf).map((event) => ({ event, became: event.finality }))
}

/**
 * Before the events, until the end of the transaction: two watchers that store dispatch and delivery at once would miss
 * each other's.
 */
export async function lockHops(db: PoolClient, events: readonly Pick<ChainEvent, 'kind'>[]): Promise<void> {
  if (!events.some(({ kind }) => kind === 'hop_dispatched' || isDelivery(kind))) return
  await db.query('SELECT pg_advisory_xact_lock($1)', [locks.hops])
}

/** `since`: its dispatch. */
export type Undelivered = { readonly state: 'dispatched' | 'failed'; readonly orderId: string; readonly since: Date }

/** Bounds a frequent read. */
const mostUndelivered = 10_000

/** Oldest first. */
export async function readUndelivered(pool: Pool, finalChain: string): Promise<Undelivered[]> {
  const { rows } = await pool.query<{ bridge_state: 'dispatched' | 'failed'; order_id: string; claim_timestamp: Date }>(
    `SELECT bridge_state, order_id::text, claim_timestamp FROM intents
     WHERE final_chain = $1 AND bridge_state IN ('dispatched', 'failed') ORDER BY claim_timestamp LIMIT ${mostUndelivered}`,
    [finalChain],
  )
  return rows.map((row) => ({ state: row.bridge_state, orderId: row.order_id, since: row.claim_timestamp }))
}
