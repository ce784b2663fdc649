import type { Hex } from 'viem'
import { type Db, rowsOf } from '../../db/client.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { columnsOfValues, typesOf } from '../../fields.ts'
import type { Side } from '../../orders/domain/order-lifecycle.ts'
import type { ChainEvent, EventKind, EventPayload, Finality } from '../domain/chain-event.ts'
import { type OrderProjection, projectOrder, type SideInput } from '../domain/project-order.ts'

export type StoredChainEvent = ChainEvent & { readonly chain: string; readonly finality: Finality }

export type OrderRow = Rows['orderToProject']
type IntentRow = Rows['intentToProject']

/** A row of `chain_events`, as Prisma's client or {@link selectEvents} reads it. */
export type EventRow = {
  readonly chain: string
  readonly blockHash: string
  readonly logIndex: number
  readonly blockNumber: bigint | number
  readonly blockTimestamp: bigint | number
  readonly txHash: string
  readonly subject: string
  readonly kind: string
  readonly payload: unknown
  readonly finality: string
}

export const eventOf = (row: EventRow): StoredChainEvent => ({
  chain: row.chain,
  blockHash: row.blockHash as Hex,
  logIndex: row.logIndex,
  blockNumber: BigInt(row.blockNumber),
  blockTimestamp: Number(row.blockTimestamp),
  txHash: row.txHash as Hex,
  subject: row.subject as Hex,
  kind: row.kind as EventKind,
  payload: row.payload as EventPayload,
  finality: row.finality as Finality,
})

/** An order as it is stored, and the projection that follows from its events and clocks. */
export type DerivedOrder = {
  readonly order: OrderRow
  /** The vault of each side, as `chain address`. */
  readonly vaults: Readonly<Record<Side, string>>
  readonly statuses: Readonly<Record<Side, string>>
  /** The message of the hop, as `chain id`. */
  readonly message: string | undefined
  readonly projection: OrderProjection
  /** The newest block of each chain. */
  readonly heads: ReadonlyMap<string, number>
}

/**
 * These reads are SQL: one locks the rows that it reads, which Prisma's client cannot, and each has the rows of a thousand orders at
 * once while the watcher catches up, of which Prisma's client would take several times as long.
 */
const selectOrdersBy = (lock: '' | 'FOR UPDATE') =>
  statement('orderToProject order_id')(`
SELECT order_id::text, status, source_transition_at::float8, dest_transition_at::float8, completed_at, last_event_seq,
  created_at
FROM orders WHERE order_id = ANY($1::uuid[]) ORDER BY order_id ${lock}`)
const [selectOrders, lockOrders] = [selectOrdersBy(''), selectOrdersBy('FOR UPDATE')]
const selectIntents = statement('intentToProject order_id cancel_after')(`
SELECT order_id::text, side, status, chain, swap_id, commitment_hash, cancel_after::float8, l1_hop, final_chain
FROM intents WHERE order_id = ANY($1::uuid[])`)
const selectEvents = statement('chainEvent blockNumber blockTimestamp')(`
SELECT chain, block_hash AS "blockHash", log_index AS "logIndex", block_number::float8 AS "blockNumber",
  block_timestamp::float8 AS "blockTimestamp", tx_hash AS "txHash", subject, kind, payload, finality FROM chain_events
WHERE canonical AND finality <> 'seen' AND (chain, subject) IN (SELECT * FROM unnest($1::text[], $2::text[]))
ORDER BY block_number, log_index`)

/** The rows from which {@link deriveOrders} derives orders. */
type StoredOrders = {
  readonly orders: readonly OrderRow[]
  readonly intents: readonly IntentRow[]
  readonly chains: readonly { readonly chain: string; readonly clock: bigint | null; readonly headNumber: bigint }[]
  readonly events: readonly EventRow[]
  readonly hops: Awaited<ReturnType<typeof readHops>>
}

/**
 * Reads everything from which orders are derived. With `lock`, the orders are locked in the order of their identifiers, so
 * that two watchers never project from half of each other's facts.
 */
export async function readOrders(
  db: Db,
  orderIds: readonly string[],
  { lock }: { lock: boolean },
): Promise<StoredOrders> {
  const orders = await rowsOf(db, lock ? lockOrders : selectOrders, orderIds)
  const intents = await rowsOf(db, selectIntents, orderIds)
  const chains = await db.chainCursor.findMany({ select: { chain: true, clock: true, headNumber: true } })
  const vaultsOf = [intents.map(({ chain }) => chain), intents.map(({ swap_id }) => swap_id)]
  const events = await rowsOf(db, selectEvents, ...vaultsOf)
  const hops = await readHops(
    db,
    intents.filter(({ l1_hop }) => l1_hop),
  )
  return { orders, intents, chains, events, hops }
}

/** Derives orders from the canonical events that count. */
export function* deriveOrders({ orders, intents, chains, events, hops }: StoredOrders): Generator<DerivedOrder> {
  const heads = new Map(chains.map(({ chain, headNumber }) => [chain, Number(headNumber)]))
  const chainTimes = new Map(chains.flatMap(({ chain, clock }) => (clock === null ? [] : [[chain, Number(clock)]])))
  const eventsByVault = groupBy(events.map(eventOf), ({ chain, subject }) => `${chain} ${subject}`)
  const intentsByOrder = groupBy(intents, ({ order_id }) => order_id)
  for (const order of orders) {
    const sides = Object.fromEntries(
      (intentsByOrder.get(order.order_id) ?? []).map((intent) => [intent.side, intent]),
    ) as Record<Side, IntentRow>
    const vaults = { source: vaultOf(sides.source), destination: vaultOf(sides.destination) }
    const statuses = { source: sides.source.status, destination: sides.destination.status }
    const inputOf = (side: Side): SideInput => ({
      commitmentHash: sides[side].commitment_hash,
      cancelAfter: sides[side].cancel_after,
      isHop: sides[side].l1_hop,
      events: eventsByVault.get(vaults[side]) ?? [],
      deliveries: hops.get(vaults[side])?.deliveries ?? [],
      chainTime: chainTimes.get(sides[side].chain),
    })
    const projection = projectOrder({ source: inputOf('source'), destination: inputOf('destination') })
    yield { order, vaults, statuses, message: hops.get(vaults.destination)?.message, projection, heads }
  }
}

/** The messages of hops and their deliveries, by `chain vault`. */
async function readHops(
  db: Db,
  intents: readonly IntentRow[],
): Promise<Map<string, { message: string; deliveries: readonly ChainEvent[] }>> {
  if (intents.length === 0) return new Map()
  // Dispatches that do not count yet are read too, because a delivery may be announced before its
  // dispatch counts.
  const dispatches = await db.chainEvent.findMany({
    where: {
      canonical: true,
      kind: 'hop_dispatched',
      OR: intents.map(({ chain, swap_id }) => ({ chain, subject: swap_id })),
    },
    select: { chain: true, subject: true, payload: true },
  })
  if (dispatches.length === 0) return new Map()
  const finalChains = new Map(intents.map((intent) => [vaultOf(intent), intent.final_chain]))
  const messages = dispatches.map(({ chain, subject, payload }) => {
    const key = `${chain} ${subject}`
    return { key, finalChain: finalChains.get(key) ?? '', id: (payload as EventPayload).messageId ?? '' }
  })
  const keys = [messages.map(({ finalChain }) => finalChain), messages.map(({ id }) => id)]
  const events = await rowsOf(db, selectEvents, ...keys)
  const byMessage = groupBy(events.map(eventOf), ({ chain, subject }) => `${chain} ${subject}`)
  return new Map(
    messages.map(({ key, finalChain, id }) => {
      const message = `${finalChain} ${id}`
      return [key, { message, deliveries: byMessage.get(message) ?? [] }]
    }),
  )
}

const vaultOf = ({ chain, swap_id }: IntentRow) => `${chain} ${swap_id}`

export const bothSides = ['source', 'destination'] as const

export function dateOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

/** The facts of a side and its status, under the names of their columns' fields. */
export function factFields({ create, claim, cancel, ...plain }: OrderProjection[Side]) {
  return {
    createTxHash: create?.txHash ?? null,
    createBlockNumber: create?.blockNumber ?? null,
    createTimestamp: create?.timestamp ?? null,
    claimTxHash: claim?.txHash ?? null,
    claimBlockNumber: claim?.blockNumber ?? null,
    claimTimestamp: claim?.timestamp ?? null,
    cancelTxHash: cancel?.txHash ?? null,
    cancelBlockNumber: cancel?.blockNumber ?? null,
    cancelTimestamp: cancel?.timestamp ?? null,
    ...plain,
  }
}

const nothing: SideInput = { commitmentHash: '0x', cancelAfter: 0, isHop: false, events: [], chainTime: undefined }
const noFacts = projectOrder({ source: nothing, destination: nothing })

/** The columns that the watcher writes, whatever a projection holds, and their SQL types. */
export const factTypes = typesOf('intents', Object.keys(factFields(noFacts.source)))
export const factColumns = Object.keys(factTypes)

type Derived = Pick<DerivedOrder, 'order' | 'projection'>

/** The fields that the watcher writes of an order, with `lastEventSeq`. */
export const orderFields = ({ projection }: Pick<Derived, 'projection'>, lastEventSeq: number) => ({
  status: projection.status,
  sourceTransitionAt: projection.transitionAt.source,
  destTransitionAt: projection.transitionAt.destination,
  completedAt: dateOf(projection.completedAt),
  lastEventSeq,
})

export const orderTypes = typesOf('orders', ['orderId', ...Object.keys(orderFields({ projection: noFacts }, 0))])

type Row = Readonly<Record<string, unknown>> & { readonly order_id: string }

/** The rows of the given sides, keyed by column, with only the columns that the watcher writes. */
export const intentRowsOf = ({ order, projection }: Derived, sides: readonly Side[]): (Row & { side: Side })[] =>
  sides.map((side) => ({
    order_id: order.order_id,
    side,
    ...columnsOfValues('intents', factFields(projection[side])),
  }))

export const orderRowOf = (derived: Derived, lastEventSeq: number): Row => ({
  order_id: derived.order.order_id,
  ...columnsOfValues('orders', orderFields(derived, lastEventSeq)),
})

/** `Map.groupBy` for Node 20. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
