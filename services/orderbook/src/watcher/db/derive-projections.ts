import type { Sql } from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { columnsOfValues, typesOf } from '../../fields.ts'
import type { Side } from '../../orders/domain/order-lifecycle.ts'
import type { ChainEvent, Finality } from '../domain/chain-event.ts'
import { type OrderProjection, projectOrder, type SideInput } from '../domain/project-order.ts'

export type StoredChainEvent = ChainEvent & { readonly chain: string; readonly finality: Finality }

export type OrderRow = Rows['orderToProject']
type IntentRow = Rows['intentToProject']
export type EventRow = Rows['chainEvent']

export const eventColumns =
  'chain, block_hash, log_index, block_number, block_timestamp, tx_hash, subject, kind, payload, finality'

export const eventOf = (row: EventRow): StoredChainEvent => ({
  chain: row.chain,
  blockHash: row.block_hash,
  logIndex: row.log_index,
  blockNumber: BigInt(row.block_number),
  blockTimestamp: Number(row.block_timestamp),
  txHash: row.tx_hash,
  subject: row.subject,
  kind: row.kind,
  payload: row.payload,
  finality: row.finality,
})

/** As it stands, and as its events and clocks make it. */
export type DerivedOrder = {
  readonly order: OrderRow
  /** As `chain address`. */
  readonly vaults: Readonly<Record<Side, string>>
  readonly statuses: Readonly<Record<Side, string>>
  /** As `chain id`. */
  readonly message: string | undefined
  readonly projection: OrderProjection
  /** By chain. */
  readonly heads: ReadonlyMap<string, number>
}

const selectOrdersBy = (lock: '' | 'FOR UPDATE') =>
  statement('orderToProject order_id')(`
SELECT order_id::text, status, source_transition_at, dest_transition_at, completed_at, last_event_seq, created_at
FROM orders WHERE order_id = ANY($1::uuid[]) ORDER BY order_id ${lock}`)
const [selectOrders, lockOrders] = [selectOrdersBy(''), selectOrdersBy('FOR UPDATE')]
const selectIntents = statement('intentToProject order_id')(`
SELECT order_id::text, side, status, chain, swap_id, commitment_hash, cancel_after, l1_hop, final_chain
FROM intents WHERE order_id = ANY($1::uuid[])`)
const selectClocks = statement('clock head')('SELECT chain, clock, head_number::float8 AS head FROM chain_cursors')
const selectEvents = statement('chainEvent')(`
SELECT ${eventColumns} FROM chain_events
WHERE canonical AND finality <> 'seen' AND (chain, subject) IN (SELECT * FROM unnest($1::text[], $2::text[]))
ORDER BY block_number, log_index`)
/** At any depth: an event may be told before its dispatch counts. */
const selectDispatches = statement('dispatch message_id')(`
SELECT chain, subject, payload ->> 'messageId' AS message_id FROM chain_events
WHERE canonical AND kind = 'hop_dispatched' AND (chain, subject) IN (SELECT * FROM unnest($1::text[], $2::text[]))`)

/** {@link deriveOrders} takes these rows. */
type StoredOrders = {
  readonly orders: readonly OrderRow[]
  readonly intents: readonly IntentRow[]
  readonly chains: readonly Rows['clock'][]
  readonly events: readonly EventRow[]
  readonly hops: Awaited<ReturnType<typeof readHops>>
}

/** With `lock` the orders are locked in one order, so that two watchers never project from half of each other's facts. */
export async function readOrders(
  db: Sql,
  orderIds: readonly string[],
  { lock }: { lock: boolean },
): Promise<StoredOrders> {
  const orders = await db.query(lock ? lockOrders : selectOrders, [orderIds])
  const intents = await db.query(selectIntents, [orderIds])
  const chains = await db.query(selectClocks, [])
  const vaultsOf = [intents.map(({ chain }) => chain), intents.map(({ swap_id }) => swap_id)]
  const events = await db.query(selectEvents, vaultsOf)
  const hops = await readHops(
    db,
    intents.filter(({ l1_hop }) => l1_hop),
  )
  return { orders, intents, chains, events, hops }
}

/** From canonical events at depth. */
export function* deriveOrders({ orders, intents, chains, events, hops }: StoredOrders): Generator<DerivedOrder> {
  const heads = new Map(chains.map(({ chain, head }) => [chain, head]))
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
      cancelAfter: Number(sides[side].cancel_after),
      isHop: sides[side].l1_hop,
      events: eventsByVault.get(vaults[side]) ?? [],
      deliveries: hops.get(vaults[side])?.deliveries ?? [],
      chainTime: chainTimes.get(sides[side].chain),
    })
    const projection = projectOrder({ source: inputOf('source'), destination: inputOf('destination') })
    yield { order, vaults, statuses, message: hops.get(vaults.destination)?.message, projection, heads }
  }
}

/** By `chain vault`. */
async function readHops(
  db: Sql,
  intents: readonly IntentRow[],
): Promise<Map<string, { message: string; deliveries: readonly ChainEvent[] }>> {
  if (intents.length === 0) return new Map()
  const vaults = [intents.map(({ chain }) => chain), intents.map(({ swap_id }) => swap_id)]
  const dispatches = await db.query(selectDispatches, vaults)
  if (dispatches.length === 0) return new Map()
  const finalChains = new Map(intents.map((intent) => [vaultOf(intent), intent.final_chain]))
  const messages = dispatches.map(({ chain, subject, message_id: id }) => {
    const key = `${chain} ${subject}`
    return { key, finalChain: finalChains.get(key) ?? '', id }
  })
  const keys = [messages.map(({ finalChain }) => finalChain), messages.map(({ id }) => id)]
  const events = await db.query(selectEvents, keys)
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

/** The facts of a side and its status, under the names of their columns' fields. */
function factFields({ create, claim, cancel, ...plain }: OrderProjection[Side]) {
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
const noFacts = projectOrder({ source: nothing, destination: nothing }).source

/** The columns that the watcher writes, whatever a projection holds, and their SQL types. */
export const factTypes = typesOf('intents', Object.keys(factFields(noFacts)))
export const factColumns = Object.keys(factTypes)

/** The rows of the given sides, as far as the watcher writes them. */
export const intentColumnsOf = (
  { order, projection }: Pick<DerivedOrder, 'order' | 'projection'>,
  sides: readonly Side[] = bothSides,
) =>
  sides.map((side): { order_id: string; side: Side } & Record<string, unknown> => ({
    order_id: order.order_id,
    side,
    ...columnsOfValues('intents', factFields(projection[side])),
  }))

export const orderColumnsOf = ({ order, projection }: Pick<DerivedOrder, 'order' | 'projection'>) => ({
  order_id: order.order_id,
  status: projection.status,
  source_transition_at: projection.transitionAt.source,
  dest_transition_at: projection.transitionAt.destination,
  completed_at: dateOf(projection.completedAt),
})

export const dateOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000))

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
