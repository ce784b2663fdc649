import type { OrderFilter, SortDirection, SortField } from '../usecases/ports.ts'

export type ListFilter = OrderFilter & {
  /** Orders are looked for by the other values, and each is tried for the address. */
  readonly isAddressTried?: boolean
}

/** Conditions that a filter puts on `o` (orders), and on `i` (intents) where one of them is about a side. */
type Conditions = { readonly ofOrder: readonly string[]; readonly ofIntent: string | undefined }

export type Params = {
  readonly values: unknown[]
  /** Adds a value, and answers its placeholder. */
  add(value: unknown): string
}

export function makeParams(): Params {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}

/** The columns in which an asset or an address may stand. */
const columns = { asset: ['source_asset', 'dest_asset'], address: ['creator', 'recipient', 'swap_id'] } as const

/**
 * A filter as alternatives, of which an order matches at least one. An address or an asset may stand in several columns:
 * with OR between them and a LIMIT, PostgreSQL would walk all orders by their time and try each. Each alternative by
 * itself is read from an index in the order of the list.
 */
function alternativesOf(filter: ListFilter, { add }: Params): Conditions[] {
  const all: string[] = []
  const every = (value: unknown, condition: (placeholder: string) => string) => {
    if (value !== undefined) all.push(condition(add(value)))
  }
  every(filter.orderIds, (p) => `o.order_id = ANY(${p}::uuid[])`)
  // An index gives the rows of one value in its order, and of a list of values in none.
  every(filter.statuses, (p) =>
    filter.statuses?.length === 1 ? `o.status = (${p}::text[])[1]` : `o.status = ANY(${p}::text[])`,
  )
  every(filter.userId, (p) => `o.user_id = ${p}`)
  every(filter.sourceChain, (p) => `o.source_chain = ${p}`)
  // The chain of the asked asset; `o.dest_chain` is the one with the escrow, which on a hop is the hub's.
  every(filter.destChain, (p) => `split_part(o.dest_asset, ':', 1) = ${p}`)
  every(filter.hubChain, (p) => `o.hub_asset IS NOT NULL AND o.dest_chain = ${p}`)
  every(filter.hubAsset, (p) => `o.hub_asset = ${p}`)
  every(
    filter.txHash,
    (p) =>
      `EXISTS (SELECT 1 FROM intents t WHERE t.order_id = o.order_id
         AND (t.create_tx_hash = ${p} OR t.claim_tx_hash = ${p} OR t.cancel_tx_hash = ${p}
           OR t.bridge_delivery_tx_hash = ${p}))`,
  )
  every(filter.commitmentHash, (p) => `o.commitment_hash = ${p}`)
  every(filter.updatedAfter, (p) => `o.updated_at > ${p}`)
  const times: string[] = []
  if (filter.createdAfter !== undefined) times.push(`> ${add(filter.createdAfter)}`)
  if (filter.createdBefore !== undefined) times.push(`< ${add(filter.createdBefore)}`)
  const timesOf = (column: string) => times.map((time) => `${column} ${time}`)
  const isTried = filter.isAddressTried === true
  // With the offset PostgreSQL looks at the sides of each order, and cannot read all sides of the address first.
  every(isTried ? filter.address : undefined, (p) => {
    const isAny = columns.address.map((column) => `i.${column} = ${p}`).join(' OR ')
    return `EXISTS (SELECT 1 FROM intents i WHERE i.order_id = o.order_id AND (${isAny}) OFFSET 0)`
  })
  const addresses = isTried ? [undefined] : columnsWith(filter.address, columns.address, add)
  return columnsWith(filter.asset, assetColumnsOf(filter), add).flatMap((asset) =>
    addresses.map((address): Conditions => {
      const ofOrder = asset === undefined ? all : [...all, `o.${asset}`]
      if (address === undefined) return { ofOrder: [...ofOrder, ...timesOf('o.created_at')], ofIntent: undefined }
      // An intent was created with its order: whichever of the two tables is read first has the time in its index.
      const ofBoth = ofOrder.length === 0 ? ofOrder : [...ofOrder, ...timesOf('o.created_at')]
      return { ofOrder: ofBoth, ofIntent: [`i.${address}`, ...timesOf('i.created_at')].join(' AND ') }
    }),
  )
}

/** Each column in which a value may stand, with the value; undefined where the filter has none. */
function columnsWith(value: string | undefined, of: readonly string[], add: Params['add']): (string | undefined)[] {
  if (value === undefined) return [undefined]
  const given = add(value)
  return of.map((column) => `${column} = ${given}`)
}

/** The columns in which its chains allow the filter's asset; all where they allow none, and no order matches. */
const assetColumnsOf = ({ asset = '', sourceChain, destChain }: OrderFilter) => {
  const isOn = (chain: string | undefined) => chain === undefined || asset.startsWith(`${chain}:`)
  const allowed = columns.asset.filter((column) => isOn(column === 'source_asset' ? sourceChain : destChain))
  return allowed.length === 0 ? columns.asset : allowed
}

const whereAll = (conditions: readonly (string | undefined)[]): string => {
  const given = conditions.filter((one) => one !== undefined)
  return given.length === 0 ? '' : `WHERE ${given.join(' AND ')}`
}

/** Whether all matches of the filter stand in one table, and so in the order of one index. */
export const isPlain = ({ asset, address }: OrderFilter): boolean => asset === undefined && address === undefined

/** A filter as one condition on `o`, which is tried on one order after the other. */
export function conditionOf(filter: OrderFilter, params: Params): string {
  return alternativesOf({ ...filter, isAddressTried: true }, params)
    .map(({ ofOrder }) => (ofOrder.length === 0 ? 'true' : `(${ofOrder.join(' AND ')})`))
    .join(' OR ')
}

export type Range = {
  readonly sort: SortField
  readonly direction: SortDirection
  /** Placeholders of the row to go on after. */
  readonly after?: { readonly at: string; readonly orderId: string } | undefined
  readonly limit: number
  /** A further condition on `o`. */
  readonly only?: string | undefined
}

/** The identifiers of the first matches in some order, of each alternative so many at most. */
export function firstMatches(filter: ListFilter, params: Params, range: Range): string {
  const { sort, direction, after, limit, only } = range
  const selects = alternativesOf(filter, params).map(({ ofOrder, ofIntent }) => {
    // An intent was created with its order: its index holds an address's orders by that time, and an address alone is
    // read from its index alone.
    const key = ofIntent !== undefined && sort === 'created_at' ? 'i' : 'o'
    const beyond =
      after &&
      `(${key}.${sort}, ${key}.order_id) ${direction === 'asc' ? '>' : '<'} (${after.at}, ${after.orderId}::uuid)`
    const isAlone = key === 'i' && ofOrder.length === 0 && only === undefined
    const orders = isAlone ? '' : ' JOIN orders o ON o.order_id = i.order_id'
    return `(SELECT ${key}.order_id FROM ${ofIntent === undefined ? 'orders o' : `intents i${orders}`}
      ${whereAll([ofIntent, ...ofOrder, only, beyond])}
      ORDER BY ${key}.${sort} ${direction}, ${key}.order_id ${direction} LIMIT ${limit})`
  })
  return selects.join(' UNION ')
}
