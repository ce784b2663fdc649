import type { FactWire } from '@tandem/contracts'
import type { PoolClient } from 'pg'
import type { Finality } from '../chain/chain-event.ts'
import type { OrderProjection } from '../chain/project-order.ts'
import type { Side } from '../domain/order-lifecycle.ts'
import {
  dateOf,
  deriveProjections,
  groupBy,
  intentColumnsOf,
  type OrderRow,
  orderColumnsOf,
  type StoredChainEvent,
} from './derive-projections.ts'
import { rollUpEvents } from './stats.store.ts'

/** A change of what is known about a fact, for the outbox. */
export type FactChange = { readonly event: StoredChainEvent; readonly became: Finality | 'retracted' }

/** What an order is to become, and the changed facts that made it so. */
export type Write = {
  order: OrderRow
  projection: OrderProjection
  changes: { side: Side; change: FactChange }[]
}

/**
 * Projects orders anew, in the caller's transaction, and writes what changed: both intents, the order, its events and the
 * roll-ups.
 *
 * @returns the orders whose rows changed.
 */
export async function projectOrders(
  db: PoolClient,
  orderIds: readonly string[],
  factChanges: readonly FactChange[],
  now: Date,
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const changesByVault = groupBy(factChanges, ({ event }) => `${event.chain} ${event.vault}`)
  const derived = await deriveProjections(db, orderIds, { lock: true })
  const writes = derived.flatMap(({ order, vaults, message, projection }): Write[] => {
    const subjects = [
      ['source', vaults.source],
      ['destination', vaults.destination],
      ['destination', message ?? ''],
    ] as const
    const changes = subjects.flatMap(([side, subject]) =>
      (changesByVault.get(subject) ?? []).map((change) => ({ side, change })),
    )
    return changes.length === 0 && isUnchanged(order, projection) ? [] : [{ order, projection, changes }]
  })
  await writeProjections(db, writes, now)
  return writes.map(({ order }) => order.order_id)
}

/** Writes projections, and announces in the outbox what differs from the order as it is handed in. */
export async function writeProjections(db: PoolClient, writes: readonly Write[], now: Date): Promise<void> {
  if (writes.length === 0) return
  await writeIntents(db, writes, now)
  await writeOrders(db, writes, now)
  await writeEvents(db, writes, now)
}

/** Time alone touches these; facts come with changes. */
const isUnchanged = (order: OrderRow, { status, transitionAt }: OrderProjection): boolean =>
  order.status === status &&
  numberOrNull(order.source_transition_at) === transitionAt.source &&
  numberOrNull(order.dest_transition_at) === transitionAt.destination

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

async function writeIntents(db: PoolClient, writes: readonly Write[], now: Date): Promise<void> {
  const rows = writes.flatMap(intentColumnsOf)
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'order_id' && column !== 'side')
  const isDifferent = `(${columns.map((column) => `i.${column}`).join(', ')}) IS DISTINCT FROM (${columns.map((column) => `r.${column}`).join(', ')})`
  await db.query(
    `UPDATE intents i SET ${columns.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = $2
     FROM jsonb_populate_recordset(NULL::intents, $1::jsonb) r
     WHERE i.order_id = r.order_id AND i.side = r.side AND ${isDifferent}`,
    [JSON.stringify(rows), now],
  )
}

async function writeOrders(db: PoolClient, writes: readonly Write[], now: Date): Promise<void> {
  const rows = writes.map((write) => ({
    ...orderColumnsOf(write),
    last_event_seq: write.order.last_event_seq + outboxOf(write).length,
  }))
  await db.query(
    `UPDATE orders o SET status = r.status, source_transition_at = r.source_transition_at,
       dest_transition_at = r.dest_transition_at, completed_at = r.completed_at, last_event_seq = r.last_event_seq,
       updated_at = $2
     FROM jsonb_populate_recordset(NULL::orders, $1::jsonb) r WHERE o.order_id = r.order_id`,
    [JSON.stringify(rows), now],
  )
}

/** The order's new events: one for each fact that changed, then one if the status did. */
function outboxOf({ order, projection, changes }: Write) {
  const { status } = projection
  const facts = changes.map(({ side, change }) => ({
    type: `order.fact_${change.became}`,
    // A fact alone moves nothing: the status stands until the event after it.
    status: order.status,
    previous_status: order.status,
    completion_secs: null as number | null,
    fact: factOf(side, change) as StoredFact | null,
  }))
  if (status === order.status) return facts
  const completedAt = status === 'completed' ? dateOf(projection.completedAt) : order.completed_at
  const isCompletion = status === 'completed' || order.status === 'completed'
  const completionSecs =
    isCompletion && completedAt !== null
      ? Math.round((completedAt.getTime() - order.created_at.getTime()) / 1000)
      : null
  return [
    ...facts,
    {
      type: 'order.status_changed',
      status,
      previous_status: order.status,
      completion_secs: completionSecs,
      fact: null,
    },
  ]
}

/** The confirmations are added where it is stored, from the chain's cursor. */
type StoredFact = Omit<FactWire, 'confirmations'>

const factOf = (side: Side, { event }: FactChange): StoredFact => ({
  side,
  kind: event.kind,
  chain: event.chain,
  tx_hash: event.txHash,
  block_number: Number(event.blockNumber),
  block_hash: event.blockHash,
  block_timestamp: new Date(event.blockTimestamp * 1000).toISOString(),
  finality: event.finality,
})

async function writeEvents(db: PoolClient, writes: readonly Write[], now: Date): Promise<void> {
  const rows = writes.flatMap((write) =>
    outboxOf(write).map((event, index) => ({
      ...event,
      order_id: write.order.order_id,
      order_seq: write.order.last_event_seq + 1 + index,
    })),
  )
  const { rows: written } = await db.query<{ id: string }>(
    `WITH written AS (INSERT INTO order_events (order_id, order_seq, type, status, previous_status, completion_secs, fact, rolled_up, created_at)
     SELECT order_id, order_seq, type, status, previous_status, completion_secs,
       nullif(fact, 'null'::jsonb) || jsonb_build_object('confirmations',
         CASE type WHEN 'order.fact_retracted' THEN 0 ELSE head_number - (fact ->> 'block_number')::bigint + 1 END),
       type = 'order.status_changed', $2
     FROM jsonb_to_recordset($1::jsonb) AS r(order_id uuid, order_seq int, type text, status text, previous_status text, completion_secs int, fact jsonb)
       LEFT JOIN chain_cursors ON chain = fact ->> 'chain'
     ORDER BY order_id, order_seq RETURNING id, rolled_up)
     SELECT id FROM written WHERE rolled_up`,
    [JSON.stringify(rows), now],
  )
  await rollUpEvents(
    db,
    written.map(({ id }) => id),
  )
}
