import type { FactWire } from '@tandem/contracts'
import { command, type Sql } from '@tandem/service-kit'
import type { Finality } from '../chain/chain-event.ts'
import type { OrderProjection } from '../chain/project-order.ts'
import type { Side } from '../domain/order-lifecycle.ts'
import {
  bothSides,
  dateOf,
  deriveProjections,
  groupBy,
  intentColumnsOf,
  type OrderRow,
  orderColumnsOf,
  type StoredChainEvent,
} from './derive-projections.ts'
import { factColumns, factTypes } from './intent-columns.ts'
import { rowsFrom, valuesOf } from './row-arrays.ts'
import { statement } from './statements.ts'
import { rollUpEvents } from './stats.store.ts'

/** For the outbox. */
export type FactChange = { readonly event: StoredChainEvent; readonly became: Finality | 'retracted' }

export type Write = {
  order: OrderRow
  projection: OrderProjection
  changes: { side: Side; change: FactChange }[]
  sides: readonly Side[]
}

/**
 * Projects in the caller's transaction and writes intents, order, events and roll-ups.
 * @returns changed orders.
 */
export async function projectOrders(
  db: Sql,
  orderIds: readonly string[],
  factChanges: readonly FactChange[],
  now: Date,
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const changesByVault = groupBy(factChanges, ({ event }) => `${event.chain} ${event.subject}`)
  const derived = await deriveProjections(db, orderIds, { lock: true })
  const writes = derived.flatMap(({ order, vaults, statuses, message, projection }): Write[] => {
    const subjects = [
      ['source', vaults.source],
      ['destination', vaults.destination],
      ['destination', message ?? ''],
    ] as const
    const changes = subjects.flatMap(([side, subject]) =>
      (changesByVault.get(subject) ?? []).map((change) => ({ side, change })),
    )
    const isSame =
      isUnchanged(order, projection) && bothSides.every((side) => statuses[side] === projection[side].status)
    if (changes.length === 0 && isSame) return []
    // Time changes only a status.
    const isTouched = (side: Side) =>
      statuses[side] !== projection[side].status || changes.some((change) => change.side === side)
    return [{ order, projection, changes, sides: bothSides.filter(isTouched) }]
  })
  await writeProjections(db, writes, now)
  return writes.map(({ order }) => order.order_id)
}

/** Announces the differences in the outbox. */
export async function writeProjections(db: Sql, writes: readonly Write[], now: Date): Promise<void> {
  if (writes.length === 0) return
  const outboxes = writes.map(outboxOf)
  await writeIntents(db, writes, now)
  await writeOrders(db, writes, outboxes, now)
  await writeEvents(db, writes, outboxes, now)
}

/** Only time touches these. */
const isUnchanged = (order: OrderRow, { status, transitionAt }: OrderProjection): boolean =>
  order.status === status &&
  numberOrNull(order.source_transition_at) === transitionAt.source &&
  numberOrNull(order.dest_transition_at) === transitionAt.destination

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))

const factColumnsAs = (alias: string) => factColumns.map((column) => `${alias}.${column}`).join(', ')

const intentTypes = { order_id: 'uuid', side: 'text', ...factTypes }

/** The client's hash is forgotten once the order is funded: guesses would undo it. */
const updateIntents = command(`
UPDATE intents i SET ${factColumns.map((column) => `${column} = r.${column}`).join(', ')},
  client_hash = CASE WHEN r.status = 'awaiting' THEN i.client_hash END, updated_at = $1
FROM ${rowsFrom(intentTypes, 1)}
WHERE i.order_id = r.order_id AND i.side = r.side
  AND (${factColumnsAs('i')}) IS DISTINCT FROM (${factColumnsAs('r')})`)

async function writeIntents(db: Sql, writes: readonly Write[], now: Date): Promise<void> {
  const rows = writes.flatMap((write) => intentColumnsOf(write, write.sides))
  await db.query(updateIntents, [now, ...valuesOf(intentTypes, rows)])
}

const orderTypes = {
  order_id: 'uuid',
  status: 'text',
  source_transition_at: 'bigint',
  dest_transition_at: 'bigint',
  completed_at: 'timestamptz',
  last_event_seq: 'int',
}

const updateOrders = command(`
UPDATE orders o SET status = r.status, client_hash = CASE WHEN r.status = 'created' THEN o.client_hash END,
  source_transition_at = r.source_transition_at, dest_transition_at = r.dest_transition_at,
  completed_at = r.completed_at, last_event_seq = r.last_event_seq, updated_at = $1
FROM ${rowsFrom(orderTypes, 1)} WHERE o.order_id = r.order_id`)

async function writeOrders(db: Sql, writes: readonly Write[], outboxes: readonly Outbox[], now: Date): Promise<void> {
  const rows = writes.map((write, index) => ({
    ...orderColumnsOf(write),
    last_event_seq: write.order.last_event_seq + (outboxes[index]?.length ?? 0),
  }))
  await db.query(updateOrders, [now, ...valuesOf(orderTypes, rows)])
}

type Outbox = readonly {
  readonly type: string
  readonly status: string
  readonly previous_status: string
  readonly completion_secs: number | null
  readonly fact: StoredFact | null
}[]

/** One event for each fact, for a new status, and for a safe reveal. */
function outboxOf({ order, projection, changes }: Write): Outbox {
  const { status } = projection
  const facts = changes.map(({ side, change }) => ({
    type: `order.fact_${change.became}`,
    // The status stands until the event after it.
    status: order.status,
    previous_status: order.status,
    completion_secs: null,
    fact: factOf(side, change),
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
    ...(isRevealSafe(projection)
      ? [{ type: 'order.reveal_safe', status, previous_status: status, completion_secs: null, fact: null }]
      : []),
  ]
}

/** As deep as the relayer wants both escrows. */
const isRevealSafe = ({ status, source, destination }: OrderProjection): boolean =>
  status === 'destination_initiated' && source.status === 'created' && destination.status === 'created'

/** Storing adds the confirmations. */
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

const eventTypes = {
  order_id: 'uuid',
  order_seq: 'int',
  type: 'text',
  status: 'text',
  previous_status: 'text',
  completion_secs: 'int',
  rolled_up: 'boolean',
  fact: 'jsonb',
}

const insertEvents = statement('writtenEvent')(`
WITH written AS (
  INSERT INTO order_events (${Object.keys(eventTypes).join(', ')}, created_at)
  SELECT order_id, order_seq, type, status, previous_status, completion_secs, rolled_up,
    nullif(fact, 'null'), $1
  FROM ${rowsFrom(eventTypes, 1)}
  ORDER BY order_id, order_seq RETURNING id, rolled_up)
SELECT id FROM written WHERE rolled_up`)

async function writeEvents(db: Sql, writes: readonly Write[], outboxes: readonly Outbox[], now: Date): Promise<void> {
  const heads = await headsOf(db)
  const confirmationsOf = (type: string, { chain, block_number }: StoredFact): number | null => {
    const head = heads.get(chain)
    if (type === 'order.fact_retracted') return 0
    return head === undefined ? null : head - block_number + 1
  }
  const rows = writes.flatMap(({ order: { order_id, last_event_seq } }, at) =>
    (outboxes[at] ?? []).map(({ type, status, previous_status, completion_secs, fact }, index) => ({
      type,
      status,
      previous_status,
      completion_secs,
      fact: fact && { ...fact, confirmations: confirmationsOf(type, fact) },
      order_id,
      order_seq: last_event_seq + 1 + index,
      rolled_up: type === 'order.status_changed',
    })),
  )
  const written = await db.query(insertEvents, [now, ...valuesOf(eventTypes, rows)])
  await rollUpEvents(
    db,
    written.map(({ id }) => id),
  )
}

const selectHeads = statement('head head')('SELECT chain, head_number::float8 AS head FROM chain_cursors')

async function headsOf(db: Sql): Promise<Map<string, number>> {
  const rows = await db.query(selectHeads, [])
  return new Map(rows.map(({ chain, head }) => [chain, head]))
}
