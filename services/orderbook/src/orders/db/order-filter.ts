import type { OrderFilter } from '../ports.ts'

// The filters of GET /orders in SQL. Their query is `listOrdersSchema` of @tandem/contracts (page.ts), and `filterOf` in
// list-orders.ts turns it into an `OrderFilter`.

/** Every filter except the times of creation, which belong to the list's order. */
type Name = keyof Omit<OrderFilter, 'createdAfter' | 'createdBefore'>

export type Params = {
  readonly values: unknown[]
  /** @returns the placeholder of the value, such as `$3`. */
  add(value: unknown): string
}

export function makeParams(): Params {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}

/** Orders that an index on intents finds. They are few, although PostgreSQL would expect many. */
const ofSide = (condition: string) => `o.order_id = ANY(ARRAY(SELECT i.order_id FROM intents i WHERE ${condition}))`

const transactions = ['i.create_tx_hash', 'i.claim_tx_hash', 'i.cancel_tx_hash', 'i.bridge_delivery_tx_hash']
/** The condition of the partial index of transactions. PostgreSQL uses such an index only where the query repeats its condition. */
const hasTransaction = `(${transactions.map((column) => `${column} IS NOT NULL`).join(' OR ')})`

const chainOf = (asset: string) => `split_part(${asset}, ':', 1)`

/** The condition of each filter on one order, `o`. The indexes that serve them are named in the migrations. */
const conditions: Record<Name, (given: string) => string> = {
  orderIds: (p) => `o.order_id = ANY(${p}::uuid[])`,
  // An index holds the orders of one status in the list's order, but not the orders of several.
  statuses: (p) => `o.status = ANY(${p}::text[])`,
  userId: (p) => `o.user_id = ${p}`,
  sourceChain: (p) => `o.source_chain = ${p}`,
  // On a hop `o.dest_chain` is the hub; this is the chain of the asset that was asked for.
  destChain: (p) => `${chainOf('o.dest_asset')} = ${p}`,
  // The chain is part of the condition, because the indexes begin with the chain.
  asset: (p) => `(o.source_chain = ${chainOf(p)} AND o.source_asset = ${p}
    OR ${chainOf('o.dest_asset')} = ${chainOf(p)} AND o.dest_asset = ${p})`,
  address: (p) => `EXISTS (SELECT 1 FROM intents i WHERE i.order_id = o.order_id
    AND (i.creator = ${p} OR i.recipient = ${p} OR i.swap_id = ${p}))`,
  swapId: (p) => ofSide(`i.swap_id = ${p}`),
  txHash: (p) => ofSide(`${hasTransaction} AND ARRAY[${transactions.join(', ')}] @> ARRAY[${p}::text]`),
  commitmentHash: (p) => `o.commitment_hash = ${p}`,
  updatedAfter: (p) => `o.updated_at > ${p}`,
}

/**
 * The first orders of an address, read from the indexes of both sides. Left to itself, PostgreSQL would walk through all
 * orders, and pass most of them before the first old order of the address.
 * @param times conditions on the time of creation, which intents have too.
 * @param inOrder the list's order, of `i`.
 * @param most how many orders are wanted. Both sides of an order may have the address.
 */
export function ordersOfAddress(address: string, times: readonly string[], inOrder: string, most: number): string {
  const sides = ['creator', 'recipient', 'swap_id'].map((column) => {
    const where = [`i.${column} = ${address}`, ...times].join(' AND ')
    return `(SELECT i.order_id FROM intents i WHERE ${where} ${inOrder} LIMIT ${2 * most})`
  })
  return `o.order_id = ANY(ARRAY(${sides.join(' UNION ALL ')}))`
}

const namesIn = ({ createdAfter: _after, createdBefore: _before, ...filter }: OrderFilter) =>
  (Object.keys(filter) as Name[]).filter((name) => filter[name] !== undefined)

/** The conditions of a list, except those on the times of creation. */
export function conditionsOf(filter: OrderFilter, { add }: Params): string[] {
  const { statuses } = filter
  return namesIn(filter).map((name) => {
    if (name === 'statuses' && statuses?.length === 1) return `o.status = ${add(statuses[0])}`
    return conditions[name](add(filter[name]))
  })
}

/**
 * Filters whose values have few orders each, found by an index. An address is not among them: a market maker's has most
 * orders.
 */
const narrow = ['orderIds', 'userId', 'swapId', 'txHash', 'commitmentHash'] satisfies Name[]

/**
 * Whether PostgreSQL may have to pass most orders to find the few that match. That is so without a narrow filter, unless
 * an index holds the matches in the list's order, as for all orders, for one status and for an address.
 */
export function isWide(filter: OrderFilter): boolean {
  const names = namesIn(filter)
  const isOne = names.length === 1 && (filter.statuses?.length === 1 || filter.address !== undefined)
  const isOrdered = names.length === 0 || isOne
  return !isOrdered && narrow.every((name) => filter[name] === undefined)
}
