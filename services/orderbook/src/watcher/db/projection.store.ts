import type { FactWire } from '@tandem/contracts'
import { command, flatMapYielding } from '@tandem/service-kit'
import { type Db, execute } from '../../db/client.ts'
import { rowsFrom, valuesOf } from '../../db/row-arrays.ts'
import type { Side } from '../../orders/domain/order-lifecycle.ts'
import type { Finality } from '../domain/chain-event.ts'
import type { OrderProjection } from '../domain/project-order.ts'
import {
  bothSides,
  type DerivedOrder,
  dateOf,
  deriveOrders,
  factColumns,
  factTypes,
  groupBy,
  intentRowsOf,
  type OrderRow,
  orderRowOf,
  orderTypes,
  readOrders,
  type StoredChainEvent,
} from './derive-projections.ts'

/** The change of an event that the outbox announces. */
export type FactChange = { readonly event: StoredChainEvent; readonly became: Finality | 'retracted' }

export type Write = Pick<DerivedOrder, 'order' | 'projection' | 'heads'> & {
  readonly changes: readonly { readonly side: Side; readonly change: FactChange }[]
  readonly sides: readonly Side[]
}

/** How many orders are written at once: few enough that PostgreSQL sorts them in memory. */
const ordersAtOnce = 1_000

/**
 * Projects orders in the caller's transaction and writes intents, orders and events. PostgreSQL writes some orders while
 * the next ones are derived. Every writer locks orders in the order of their identifiers, so that no two writers deadlock.
 * @returns the orders that changed.
 */
export async function projectOrders(
  db: Db,
  orderIds: readonly string[],
  factChanges: readonly FactChange[],
  now: Date,
): Promise<string[]> {
  const changesByVault = groupBy(factChanges, ({ event }) => `${event.chain} ${event.subject}`)
  const ids = orderIds.toSorted()
  const changed: string[] = []
  let ready: Rewrite | undefined
  for (let first = 0; first < ids.length; first += ordersAtOnce) {
    const stored = await readOrders(db, ids.slice(first, first + ordersAtOnce), { lock: true })
    const deriving = flatMapYielding(deriveOrders(stored), (one) => writesOf(one, changesByVault))
    const preparing = deriving.then((writes) => rewriteOf(writes, now))
    const [, next] = await Promise.all([rewrite(db, ready), preparing])
    changed.push(...next.orderIds)
    ready = next
  }
  await rewrite(db, ready)
  return changed
}

/** Writes projections, and announces the differences in the outbox. */
export async function writeProjections(db: Db, writes: readonly Write[], now: Date): Promise<void> {
  await rewrite(db, rewriteOf(writes, now))
}

/** The writes of an order. Empty when nothing changes. */
function writesOf(
  { order, vaults, statuses, message, projection, heads }: DerivedOrder,
  changesByVault: ReadonlyMap<string, FactChange[]>,
): Write[] {
  const subjects = [
    ['source', vaults.source],
    ['destination', vaults.destination],
    ['destination', message ?? ''],
  ] as const
  const changes = subjects.flatMap(([side, subject]) =>
    (changesByVault.get(subject) ?? []).map((change) => ({ side, change })),
  )
  const isSame = isUnchanged(order, projection) && bothSides.every((side) => statuses[side] === projection[side].status)
  if (changes.length === 0 && isSame) return []
  // Time alone changes nothing but a status.
  const isTouched = (side: Side) =>
    statuses[side] !== projection[side].status || changes.some((change) => change.side === side)
  return [{ order, projection, heads, changes, sides: bothSides.filter(isTouched) }]
}

/** Whether status and deadlines are the stored ones. Without new facts, only time can change them. */
const isUnchanged = (order: OrderRow, { status, transitionAt }: OrderProjection): boolean =>
  order.status === status &&
  order.source_transition_at === transitionAt.source &&
  order.dest_transition_at === transitionAt.destination

const factColumnsAs = (alias: string) => factColumns.map((column) => `${alias}.${column}`).join(', ')

const intentTypes = { order_id: 'uuid', side: 'text', ...factTypes }

const eventTypes = {
  order_id: 'uuid',
  order_seq: 'int',
  type: 'text',
  status: 'text',
  previous_status: 'text',
  completion_secs: 'int',
  fact: 'jsonb',
}

const countOf = (types: object) => Object.keys(types).length
const beforeOrders = 1 + countOf(intentTypes)
const beforeEvents = beforeOrders + countOf(orderTypes)

/**
 * Hand-written SQL, because it writes a thousand orders at once while the watcher catches up.
 * The client's hash is forgotten once the order is funded, because whoever guesses the client could
 * confirm it by the hash.
 */
const rewriteOrders = command(`
WITH sides AS (
  UPDATE intents i SET ${factColumns.map((column) => `${column} = r.${column}`).join(', ')},
    client_hash = CASE WHEN r.status = 'awaiting' THEN i.client_hash END, updated_at = $1
  FROM ${rowsFrom(intentTypes, 1)}
  WHERE i.order_id = r.order_id AND i.side = r.side
    AND (${factColumnsAs('i')}) IS DISTINCT FROM (${factColumnsAs('r')})
), changed AS (
  UPDATE orders o SET status = r.status, client_hash = CASE WHEN r.status = 'created' THEN o.client_hash END,
    source_transition_at = r.source_transition_at, dest_transition_at = r.dest_transition_at,
    completed_at = r.completed_at, last_event_seq = r.last_event_seq, updated_at = $1
  FROM ${rowsFrom(orderTypes, beforeOrders)} WHERE o.order_id = r.order_id
)
INSERT INTO order_events (${Object.keys(eventTypes).join(', ')}, created_at)
SELECT order_id, order_seq, type, status, previous_status, completion_secs, nullif(fact, 'null'), $1
FROM ${rowsFrom(eventTypes, beforeEvents)}
ORDER BY order_id, order_seq`)

/** The parameters of {@link rewriteOrders}, with the orders that they change. */
type Rewrite = { readonly orderIds: readonly string[]; readonly values: readonly unknown[] }

function rewriteOf(writes: readonly Write[], now: Date): Rewrite {
  const outboxes = writes.map(outboxOf)
  const intents = writes.flatMap((write) => intentRowsOf(write, write.sides))
  const orders = writes.map((write, at) => orderRowOf(write, write.order.last_event_seq + (outboxes[at]?.length ?? 0)))
  const events = writes.flatMap(({ order: { order_id, last_event_seq } }, at) =>
    (outboxes[at] ?? []).map((event, index) => ({
      ...event,
      order_id,
      order_seq: last_event_seq + 1 + index,
    })),
  )
  return {
    orderIds: writes.map(({ order }) => order.order_id),
    values: [now, ...valuesOf(intentTypes, intents), ...valuesOf(orderTypes, orders), ...valuesOf(eventTypes, events)],
  }
}

async function rewrite(db: Db, ready: Rewrite | undefined): Promise<void> {
  if (ready === undefined || ready.orderIds.length === 0) return
  await execute(db, rewriteOrders, ...ready.values)
}

type Outbox = readonly {
  readonly type: string
  readonly status: string
  readonly previous_status: string
  readonly completion_secs: number | null
  readonly fact: FactWire | null
}[]

/** The order's events: one for each fact, for a new status, and for a safe reveal. */
function outboxOf({ order, projection, changes, heads }: Write): Outbox {
  const { status } = projection
  const facts = changes.map(({ side, change }) => ({
    type: `order.fact_${change.became}`,
    // A fact's event has the old status. The event that follows changes it.
    status: order.status,
    previous_status: order.status,
    completion_secs: null,
    fact: factOf(side, change, heads),
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

/**
 * Whether both escrows are open, with the confirmations that the relayer requires before a reveal.
 */
const isRevealSafe = ({ status, source, destination }: OrderProjection): boolean =>
  status === 'destination_initiated' && source.status === 'created' && destination.status === 'created'

const factOf = (side: Side, { event, became }: FactChange, heads: Write['heads']): FactWire => {
  const head = heads.get(event.chain)
  const blockNumber = Number(event.blockNumber)
  const depth = head === undefined ? null : head - blockNumber + 1
  return {
    side,
    kind: event.kind,
    chain: event.chain,
    tx_hash: event.txHash,
    block_number: blockNumber,
    block_hash: event.blockHash,
    block_timestamp: new Date(event.blockTimestamp * 1000).toISOString(),
    finality: event.finality,
    confirmations: became === 'retracted' ? 0 : depth,
  }
}
