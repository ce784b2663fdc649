import type { FactWire } from '@tandem/contracts'
import type { PoolClient } from 'pg'
import type { Address, Hex } from 'viem'
import type { ChainEvent, EventKind, EventPayload, Finality } from '../chain/chain-event.ts'
import { type OrderProjection, projectOrder, type SideInput } from '../chain/project-order.ts'
import type { Side } from '../domain/order-lifecycle.ts'

/** A change of what is known about a fact, for the outbox. */
export type FactChange = { readonly event: StoredChainEvent; readonly became: Finality | 'retracted' }
export type StoredChainEvent = ChainEvent & { readonly chain: string; readonly finality: Finality }

type OrderRow = {
  order_id: string
  status: string
  source_transition_at: string | null
  dest_transition_at: string | null
  completed_at: Date | null
  last_event_seq: number
  created_at: Date
}

type IntentRow = {
  order_id: string
  side: Side
  chain: string
  swap_id: Address
  commitment_hash: Hex
  cancel_after: string
  l1_hop: boolean
}

type EventRow = {
  chain: string
  block_hash: Hex
  log_index: number
  block_number: string
  block_timestamp: string
  tx_hash: Hex
  vault: Address
  kind: EventKind
  payload: EventPayload
  finality: Finality
}

export const eventColumns =
  'chain, block_hash, log_index, block_number, block_timestamp, tx_hash, vault, kind, payload, finality'

export const eventOf = (row: EventRow): StoredChainEvent => ({
  chain: row.chain,
  blockHash: row.block_hash,
  logIndex: row.log_index,
  blockNumber: BigInt(row.block_number),
  blockTimestamp: Number(row.block_timestamp),
  txHash: row.tx_hash,
  vault: row.vault,
  kind: row.kind,
  payload: row.payload,
  finality: row.finality,
})

/**
 * Projects orders anew from the canonical events at depth, in the caller's transaction, and writes what changed: both
 * intents, the order, and its events. The order rows are locked first, in one order for all, so that the watchers of two
 * chains never project one order from half of each other's facts.
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
  const { rows: orders } = await db.query<OrderRow>(
    `SELECT order_id::text, status, source_transition_at, dest_transition_at, completed_at, last_event_seq, created_at
     FROM orders WHERE order_id = ANY($1::uuid[]) ORDER BY order_id FOR UPDATE`,
    [orderIds],
  )
  const { rows: intents } = await db.query<IntentRow>(
    `SELECT order_id::text, side, chain, swap_id, commitment_hash, cancel_after, l1_hop
     FROM intents WHERE order_id = ANY($1::uuid[])`,
    [orderIds],
  )
  const { rows: cursors } = await db.query<{ chain: string; head_timestamp: string }>(
    'SELECT chain, head_timestamp FROM chain_cursors',
  )
  const { rows: events } = await db.query<EventRow>(
    `SELECT ${eventColumns} FROM chain_events
     WHERE canonical AND finality <> 'seen' AND (chain, vault) IN (SELECT * FROM unnest($1::text[], $2::text[]))
     ORDER BY block_number, log_index`,
    [intents.map(({ chain }) => chain), intents.map(({ swap_id }) => swap_id)],
  )
  const chainTimes = new Map(cursors.map((cursor) => [cursor.chain, Number(cursor.head_timestamp)]))
  const eventsByVault = groupBy(events.map(eventOf), ({ chain, vault }) => `${chain} ${vault}`)
  const intentsByOrder = groupBy(intents, ({ order_id }) => order_id)
  const changesByVault = groupBy(factChanges, ({ event }) => `${event.chain} ${event.vault}`)

  const writes = orders.flatMap((order) => {
    const sides = Object.fromEntries(
      (intentsByOrder.get(order.order_id) ?? []).map((intent) => [intent.side, intent]),
    ) as Record<Side, IntentRow>
    const inputOf = (intent: IntentRow): SideInput => ({
      commitmentHash: intent.commitment_hash,
      cancelAfter: Number(intent.cancel_after),
      isHop: intent.l1_hop,
      events: eventsByVault.get(`${intent.chain} ${intent.swap_id}`) ?? [],
      chainTime: chainTimes.get(intent.chain),
    })
    const projection = projectOrder({ source: inputOf(sides.source), destination: inputOf(sides.destination) })
    const changes = (['source', 'destination'] as const).flatMap((side) =>
      (changesByVault.get(`${sides[side].chain} ${sides[side].swap_id}`) ?? []).map((change) => ({ side, change })),
    )
    return changes.length === 0 && isUnchanged(order, projection) ? [] : [{ order, projection, changes }]
  })
  if (writes.length === 0) return []
  await writeIntents(db, writes, now)
  await writeOrders(db, writes, now)
  await writeEvents(db, writes, now)
  return writes.map(({ order }) => order.order_id)
}

/** `Map.groupBy`, which Node 20 does not have. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

type Write = {
  order: OrderRow
  projection: OrderProjection
  changes: { side: Side; change: FactChange }[]
}

/** Time alone touches these; facts come with changes. */
const isUnchanged = (order: OrderRow, { status, transitionAt }: OrderProjection): boolean =>
  order.status === status &&
  numberOrNull(order.source_transition_at) === transitionAt.source &&
  numberOrNull(order.dest_transition_at) === transitionAt.destination

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

async function writeIntents(db: PoolClient, writes: readonly Write[], now: Date): Promise<void> {
  const rows = writes.flatMap(({ order, projection }) =>
    (['source', 'destination'] as const).map((side) => {
      const { create, claim, cancel, ...rest } = projection[side]
      return {
        order_id: order.order_id,
        side,
        create_tx_hash: create?.txHash ?? null,
        create_block_number: create?.blockNumber ?? null,
        create_timestamp: create?.timestamp ?? null,
        claim_tx_hash: claim?.txHash ?? null,
        claim_block_number: claim?.blockNumber ?? null,
        claim_timestamp: claim?.timestamp ?? null,
        cancel_tx_hash: cancel?.txHash ?? null,
        cancel_block_number: cancel?.blockNumber ?? null,
        cancel_timestamp: cancel?.timestamp ?? null,
        commitment: rest.commitment,
        bridge_tx_hash: rest.bridgeTxHash,
        bridge_message_id: rest.bridgeMessageId,
        bridge_state: rest.bridgeState,
        contradiction: rest.contradiction,
        status: rest.status,
      }
    }),
  )
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
    order_id: write.order.order_id,
    status: write.projection.status,
    source_transition_at: write.projection.transitionAt.source,
    dest_transition_at: write.projection.transitionAt.destination,
    completed_at: dateOf(write.projection.completedAt),
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

const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))

/** The order's new events: one for each fact that changed, then one if the status did. */
function outboxOf({ order, projection, changes }: Write) {
  const { status } = projection
  const facts = changes.map(({ side, change }) => ({
    type: `order.fact_${change.became}`,
    // A fact alone moves nothing: the status stands until the event after it.
    status: order.status,
    previous_status: order.status,
    completion_secs: null as number | null,
    fact: factOf(side, change) as FactWire | null,
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

const factOf = (side: Side, { event }: FactChange): FactWire => ({
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
  await db.query(
    `INSERT INTO order_events (order_id, order_seq, type, status, previous_status, completion_secs, fact, created_at)
     SELECT order_id, order_seq, type, status, previous_status, completion_secs, nullif(fact, 'null'::jsonb), $2
     FROM jsonb_to_recordset($1::jsonb) AS r(order_id uuid, order_seq int, type text, status text, previous_status text, completion_secs int, fact jsonb)
     ORDER BY order_id, order_seq`,
    [JSON.stringify(rows), now],
  )
}
