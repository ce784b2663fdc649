import type { OrderFilter, SortDirection, SortField } from '../usecases/ports.ts'

const assetColumns = ['source_asset', 'dest_asset'] as const
const addressColumns = ['creator', 'recipient', 'swap_id'] as const
export type AssetColumn = (typeof assetColumns)[number]
export type AddressColumn = (typeof addressColumns)[number]

/** Times between which orders were created. Undefined: at any time. */
export type Created = { readonly after?: Date | undefined; readonly before?: Date | undefined }

/** A filter with what is known of its matches. */
export type NarrowFilter = OrderFilter & {
  /** The columns that its asset or its address may stand in, where these are fewer. */
  readonly assetIn?: readonly AssetColumn[]
  readonly addressIn?: readonly AddressColumn[]
  /** When the orders were created that have its asset or its address in that column. */
  readonly createdIn?: Readonly<Partial<Record<AssetColumn | AddressColumn, Created>>>
  /** The assets on its `destChain` that orders have asked for. */
  readonly destAssets?: readonly string[]
}

export const assetColumnsOf = ({ assetIn = assetColumns }: NarrowFilter): readonly AssetColumn[] => assetIn
export const addressColumnsOf = ({ addressIn = addressColumns }: NarrowFilter): readonly AddressColumn[] => addressIn

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

/**
 * A filter as alternatives, of which an order matches at least one. An address or an asset may stand in several columns:
 * with OR between them and a LIMIT, PostgreSQL would walk all orders by their time and try each, which takes seconds
 * where the matches are old. Each alternative by itself is read from an index in the order of the list.
 */
function alternativesOf(filter: NarrowFilter, { add }: Params): Conditions[] {
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
  if (filter.destAssets === undefined) every(filter.destChain, (p) => `split_part(o.dest_asset, ':', 1) = ${p}`)
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
  const asked = filter.destAssets?.map((asset) => `o.dest_asset = ${add(asset)}`) ?? [undefined]
  const assets = columnsWith(filter.asset, assetColumnsOf(filter), add)
  const addresses = columnsWith(filter.address, addressColumnsOf(filter), add)
  const ofColumns = (asset: ColumnWith<AssetColumn> | undefined, address: ColumnWith<AddressColumn> | undefined) => {
    const timesOf = createdWithin(narrowedTo(filter, [asset?.column, address?.column]), { add })
    return asked.map((one): Conditions => {
      const ofAssets = [one, asset && `o.${asset.column} = ${asset.given}`].filter((each) => each !== undefined)
      const ofOrder = [...all, ...ofAssets]
      if (address === undefined) return { ofOrder: [...ofOrder, ...timesOf('o.created_at')], ofIntent: undefined }
      // An intent was created with its order: whichever of the two tables is read first has the time in its index.
      const ofBoth = ofOrder.length === 0 ? ofOrder : [...ofOrder, ...timesOf('o.created_at')]
      const ofIntent = [`i.${address.column} = ${address.given}`, ...timesOf('i.created_at')].join(' AND ')
      return { ofOrder: ofBoth, ofIntent }
    })
  }
  return assets.flatMap((asset) => addresses.flatMap((address) => ofColumns(asset, address)))
}

type ColumnWith<Column> = { readonly column: Column; readonly given: string }

/** Each column in which a value may stand; undefined where the filter has none. */
function columnsWith<Column>(
  value: string | undefined,
  columns: readonly Column[],
  add: Params['add'],
): (ColumnWith<Column> | undefined)[] {
  if (value === undefined) return [undefined]
  const given = add(value)
  return columns.map((column) => ({ column, given }))
}

/** Of two times of which either may be unknown. */
export const latest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one
export const earliest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one

/** The filter's times of creation, as far as an order may have its values in these columns. */
function narrowedTo(
  { createdAfter, createdBefore, createdIn = {} }: NarrowFilter,
  columns: readonly (AssetColumn | AddressColumn | undefined)[],
): Pick<OrderFilter, 'createdAfter' | 'createdBefore'> {
  const spans = columns.flatMap((column) => (column === undefined ? [] : [createdIn[column] ?? {}]))
  return {
    createdAfter: spans.map(({ after }) => after).reduce(latest, createdAfter),
    createdBefore: spans.map(({ before }) => before).reduce(earliest, createdBefore),
  }
}

/** The conditions that the filter's times of creation put on a column. */
export function createdWithin(
  { createdAfter, createdBefore }: Pick<OrderFilter, 'createdAfter' | 'createdBefore'>,
  { add }: Pick<Params, 'add'>,
): (column: string) => string[] {
  const times = [
    ...(createdAfter === undefined ? [] : [`> ${add(createdAfter)}`]),
    ...(createdBefore === undefined ? [] : [`< ${add(createdBefore)}`]),
  ]
  return (column) => times.map((time) => `${column} ${time}`)
}

const clause = (where: readonly string[]) => (where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`)

/** Whether all matches of the filter stand in one table, and so in the order of one index. */
export const isPlain = ({ asset, address }: OrderFilter): boolean => asset === undefined && address === undefined

/** A filter as one condition on `o`, for what only estimates or is plain. */
export function conditionOf(filter: NarrowFilter, params: Params): string {
  const alternatives = alternativesOf(filter, params).map(({ ofOrder, ofIntent }) =>
    [
      ...ofOrder,
      ...(ofIntent === undefined
        ? []
        : [`EXISTS (SELECT 1 FROM intents i WHERE i.order_id = o.order_id AND ${ofIntent})`]),
    ].join(' AND '),
  )
  return alternatives.map((one) => (one === '' ? 'true' : `(${one})`)).join(' OR ')
}

/** A filter as a condition that is tried on one `o` after the other, and a join where it is about a side. */
export function triedOf(filter: NarrowFilter, params: Params): { condition: string; join: string } {
  const { address, ...ofOrder } = filter
  const condition = conditionOf(ofOrder, params)
  if (address === undefined) return { condition, join: '' }
  const given = params.add(address)
  // With a limit PostgreSQL looks at the two sides of each order, and cannot read all sides of the address first.
  const side = `SELECT 1 FROM intents i WHERE i.order_id = o.order_id
    AND (i.creator = ${given} OR i.recipient = ${given} OR i.swap_id = ${given}) LIMIT 1`
  return { condition, join: `CROSS JOIN LATERAL (${side}) side` }
}

export type Range = {
  readonly sort: SortField
  readonly direction: SortDirection
  /** Placeholders of the row to go on after. */
  readonly after: { readonly at: string; readonly orderId: string } | undefined
  readonly limit: number
  /** A further condition on `o`. */
  readonly only: string | undefined
}

/** The identifiers of the first orders of a list, of each alternative as many as the list may need. */
export function firstMatches(filter: NarrowFilter, params: Params, range: Range): string {
  const { sort, direction, after, limit, only } = range
  const way = direction.toUpperCase()
  const alternatives = alternativesOf(filter, params)
  return unionOf(
    alternatives.map(({ ofOrder: ofFilter, ofIntent }) => {
      const ofOrder = only === undefined ? ofFilter : [...ofFilter, only]
      // An intent was created with its order: its index holds an address's orders by that time.
      const key = ofIntent !== undefined && sort === 'created_at' ? 'i' : 'o'
      const beyond =
        after &&
        `(${key}.${sort}, ${key}.order_id) ${direction === 'asc' ? '>' : '<'} (${after.at}, ${after.orderId}::uuid)`
      const where = [
        ...(ofIntent === undefined ? [] : [ofIntent]),
        ...ofOrder,
        ...(beyond === undefined ? [] : [beyond]),
      ]
      const from = sort === 'created_at' ? tablesOf(filter, ofIntent, ofOrder) : tablesOf(filter, ofIntent, ['o'])
      return `SELECT ${key}.order_id FROM ${from} ${clause(where)}
        ORDER BY ${key}.${sort} ${way}, ${key}.order_id ${way} LIMIT ${limit}`
    }),
  )
}

/**
 * The identifiers of matches, of each alternative so many at most. The newest first, which no caller needs: without an
 * order and with few to find, PostgreSQL reads the table from its beginning, and all of it where the matches are new. With
 * an address and a condition on its orders, in the order of the orders: few filters match as many as a solver has.
 */
export function someMatches(filter: NarrowFilter, params: Params, limit: number): string {
  return unionOf(
    alternativesOf(filter, params).map(({ ofOrder, ofIntent }) => {
      const key = ofIntent === undefined ? 'o' : 'i'
      const order = ofIntent !== undefined && ofOrder.length === 0 ? 'i' : 'o'
      // Where that time is all there is to go by.
      const time =
        order === 'o' && ofOrder.length === 1 && filter.updatedAfter !== undefined ? 'updated_at' : 'created_at'
      return `SELECT ${key}.order_id FROM ${tablesOf(filter, ofIntent, ofOrder)}
         ${clause([...(ofIntent === undefined ? [] : [ofIntent]), ...ofOrder])}
         ORDER BY ${order}.${time} DESC, ${order}.order_id DESC LIMIT ${limit}`
    }),
  )
}

/**
 * The identifiers of matches, for a filter whose `updatedAfter` few orders changed after: each of these is tried. Other
 * matches of the filter may be many, and older by days than those that changed lately.
 *
 * @param most so many of them at most, the latest first.
 */
export function changedMatches(filter: NarrowFilter, params: Params, most: number): string {
  const changed = `SELECT * FROM orders WHERE updated_at > ${params.add(filter.updatedAfter)} ORDER BY updated_at DESC LIMIT ${most}`
  const { condition, join } = triedOf(filter, params)
  return `SELECT o.order_id FROM (${changed}) o ${join} WHERE ${condition}`
}

/**
 * A page of the same matches, `o`: they are tried in the order of the list, and no more of them than the page needs. To try
 * each and then sort those that match takes the longer the more do.
 */
export function changedPage(
  filter: NarrowFilter,
  params: Params,
  {
    sort,
    direction,
    where,
    limit,
    offset,
  }: Pick<Range, 'sort' | 'direction' | 'limit'> & { where: string[]; offset: number },
  most: number,
): string {
  const orderBy = (order: string) => `ORDER BY ${order}.${sort} ${direction}, ${order}.order_id ${direction}`
  const byChange = sort === 'updated_at' ? orderBy('orders') : 'ORDER BY updated_at DESC'
  const since = params.add(filter.updatedAfter)
  const { condition, join } = triedOf(filter, params)
  const changed = `SELECT * FROM orders WHERE updated_at > ${since} ${byChange} LIMIT ${most}`
  const tried = `SELECT o.order_id, o.created_at, o.updated_at FROM (${changed}) o WHERE ${condition} ${orderBy('o')}`
  // With the offset PostgreSQL reads one order after the other, and cannot join all of them first.
  return `SELECT o.* FROM (${tried}) c CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.order_id = c.order_id OFFSET 0) o
    ${join} ${clause(where)} ${orderBy('c')} LIMIT ${limit} OFFSET ${offset}`
}

/** An address alone is read from its index alone. */
const tablesOf = (filter: NarrowFilter, ofIntent: string | undefined, ofOrder: readonly string[]) =>
  ofIntent === undefined
    ? 'orders o'
    : ofOrder.length === 0
      ? 'intents i'
      : `intents i JOIN orders o ON o.order_id = i.order_id${isByIndexes(filter) ? ' AND o.created_at = i.created_at' : ''}`

/**
 * Whether an index holds the orders of each value by the time of their creation, and no row needs to be read to see whether
 * it matches. A join that names that time, too, lets PostgreSQL go through two such indexes side by side, and stop when it
 * has enough. By the identifier alone it would read the row of each order of one value to look for the other.
 */
const isByIndexes = (filter: NarrowFilter) => {
  const { statuses, orderIds, destChain, destAssets, txHash, commitmentHash, updatedAfter } = filter
  return (
    (statuses === undefined || statuses.length === 1) &&
    (destChain === undefined || destAssets !== undefined) &&
    [orderIds, txHash, commitmentHash, updatedAfter].every((one) => one === undefined)
  )
}

const unionOf = (selects: readonly string[]) => selects.map((select) => `(${select})`).join(' UNION ')
