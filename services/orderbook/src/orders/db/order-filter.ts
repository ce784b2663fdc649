import type { OrderFilter } from '../ports.ts'

/** The filters, but for the times of creation: those belong to the list's order. */
type Name = keyof Omit<OrderFilter, 'createdAfter' | 'createdBefore'>

export type Params = {
  readonly values: unknown[]
  /** @returns the placeholder. */
  add(value: unknown): string
}

export function makeParams(): Params {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}

/** The orders of one side that is found by an index: few, whatever PostgreSQL expects. */
const ofSide = (condition: string) => `o.order_id = ANY(ARRAY(SELECT i.order_id FROM intents i WHERE ${condition}))`

const transactions = ['i.create_tx_hash', 'i.claim_tx_hash', 'i.cancel_tx_hash', 'i.bridge_delivery_tx_hash']
/** The condition of the partial index of transactions. PostgreSQL uses such an index only where the query repeats its condition. */
const hasTransaction = `(${transactions.map((column) => `${column} IS NOT NULL`).join(' OR ')})`

const chainOf = (asset: string) => `split_part(${asset}, ':', 1)`

/** The condition of each filter on one order, `o`. The indexes that serve them are named in the migrations. */
const conditions: Record<Name, (given: string) => string> = {
  orderIds: (p) => `o.order_id = ANY(${p}::uuid[])`,
  // An index keeps the orders of one status in the list's order, and those of several not.
  statuses: (p) => `o.status = ANY(${p}::text[])`,
  userId: (p) => `o.user_id = ${p}`,
  sourceChain: (p) => `o.source_chain = ${p}`,
  // On a hop `o.dest_chain` is the hub; this is the chain of the asset that was asked for.
  destChain: (p) => `${chainOf('o.dest_asset')} = ${p}`,
  // With its chain, because the indexes begin with that.
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
 * The first orders of an address, as both sides' indexes hold them. PostgreSQL would rather look for the address among all orders, and
 * pass most of them where those of the address are all old.
 * @param times conditions on the time of creation, which both sides have too.
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

/** The conditions of a list but for the times of creation. */
export function conditionsOf(filter: OrderFilter, { add }: Params): string[] {
  const { statuses } = filter
  return namesIn(filter).map((name) => {
    if (name === 'statuses' && statuses?.length === 1) return `o.status = ${add(statuses[0])}`
    return conditions[name](add(filter[name]))
  })
}

/** Filters of which one value has few orders, and an index finds them. A market maker's address has most orders. */
const narrow = ['orderIds', 'userId', 'swapId', 'txHash', 'commitmentHash'] satisfies Name[]

/**
 * Whether a list may have to pass most orders for the few that match: with neither a narrow filter, nor an index that holds the
 * matches in the list's order, as there are for all orders, for a status, and for an address.
 */
export function isWide(filter: OrderFilter): boolean {
  const names = namesIn(filter)
  const isOne = names.length === 1 && (filter.statuses?.length === 1 || filter.address !== undefined)
  const isOrdered = names.length === 0 || isOne
  return !isOrdered && narrow.every((name) => filter[name] === undefined)
}
