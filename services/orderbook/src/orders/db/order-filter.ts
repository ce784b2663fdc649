import type { OrderFilter, SortDirection, SortField } from '../ports.ts'

type Name = keyof OrderFilter

export type Params = {
  readonly values: unknown[]
  /** @returns the placeholder. */
  add(value: unknown): string
}

export function makeParams(): Params {
  const values: unknown[] = []
  return { values, add: (value) => `$${values.push(value)}` }
}

/** On one order, `o`. */
const conditions: Record<Name, (given: string) => string> = {
  orderIds: (p) => `o.order_id = ANY(${p}::uuid[])`,
  statuses: (p) => `o.status = ANY(${p}::text[])`,
  userId: (p) => `o.user_id = ${p}`,
  sourceChain: (p) => `o.source_chain = ${p}`,
  // The asked asset's chain; on a hop `o.dest_chain` is the hub.
  destChain: (p) => `split_part(o.dest_asset, ':', 1) = ${p}`,
  hubChain: (p) => `o.hub_asset IS NOT NULL AND o.dest_chain = ${p}`,
  hubAsset: (p) => `o.hub_asset = ${p}`,
  asset: (p) => `(o.source_asset = ${p} OR o.dest_asset = ${p})`,
  // With the offset PostgreSQL reads the sides of each order, and not all sides of the address.
  address: (p) => `EXISTS (SELECT 1 FROM intents i WHERE i.order_id = o.order_id
    AND (i.creator = ${p} OR i.recipient = ${p} OR i.swap_id = ${p}) OFFSET 0)`,
  txHash: (p) => `EXISTS (SELECT 1 FROM intents i WHERE i.order_id = o.order_id
    AND (i.create_tx_hash = ${p} OR i.claim_tx_hash = ${p} OR i.cancel_tx_hash = ${p}
      OR i.bridge_delivery_tx_hash = ${p}) OFFSET 0)`,
  commitmentHash: (p) => `o.commitment_hash = ${p}`,
  createdAfter: (p) => `o.created_at > ${p}`,
  createdBefore: (p) => `o.created_at < ${p}`,
  updatedAfter: (p) => `o.updated_at > ${p}`,
}

const given = (filter: OrderFilter) => (Object.keys(filter) as Name[]).filter((name) => filter[name] !== undefined)

export function conditionOf(filter: OrderFilter, { add }: Params, without: readonly Name[] = []): string {
  const tried = given(filter).filter((name) => !without.includes(name))
  return tried.length === 0 ? 'true' : tried.map((name) => conditions[name](add(filter[name]))).join(' AND ')
}

/** An index holds them in the order of `key`. */
export type Source = {
  readonly key: SortField
  readonly of: readonly Name[]
  /** One selection of `k` for each place: OR would lose the index's order. */
  readonly parts: (add: Params['add']) => readonly string[]
  /** PostgreSQL takes this index for no list of a value. */
  readonly isAll?: boolean
}

/** That a source's order serves. */
const timesOf: Record<SortField, Partial<Record<Name, string>>> = {
  created_at: { createdAfter: 'k.created_at >', createdBefore: 'k.created_at <' },
  updated_at: { updatedAfter: 'k.updated_at >' },
}

export const allBy = (key: SortField): Source => ({ key, of: [], parts: () => ['orders k WHERE true'], isAll: true })

/** The rarest values first; one source at least is in the list's order. */
export function sourcesOf(filter: OrderFilter, sort: SortField): Source[] {
  const within = (source: Source): Source => {
    const { key, of, parts } = source
    const times = Object.entries(timesOf[key]).filter(([name]) => filter[name as Name] !== undefined)
    const only = (add: Params['add']) => times.map(([name, is]) => ` AND ${is} ${add(filter[name as Name])}`).join('')
    const partsWithin = (add: Params['add']) => {
      const ofTime = only(add)
      return parts(add).map((part) => part + ofTime)
    }
    return { ...source, of: [...of, ...times.map(([name]) => name as Name)], parts: partsWithin }
  }
  const all = [within(allBy('created_at')), within(allBy('updated_at'))]
  return [...valuesOf(filter).map(within), ...all.filter(({ key, of }) => key === sort || of.length > 0)]
}

/** A user and statuses share an index. */
function valuesOf(filter: OrderFilter): Source[] {
  const { statuses } = filter
  const eachStatus = (p: string) => (statuses ?? []).map((_status, index) => `k.status = (${p}::text[])[${index + 1}]`)
  const source = (of: Name[], parts: (...placeholders: string[]) => string[]): Source[] =>
    of.some((name) => filter[name] === undefined)
      ? []
      : [{ key: 'created_at', of, parts: (add) => parts(...of.map((name) => add(filter[name]))) }]
  const columns = (table: string, names: readonly string[]) => (p: string) =>
    names.map((name) => `${table} k WHERE k.${name} = ${p}`)
  const ofUser = source(['userId', 'statuses'], (user, statuses) =>
    eachStatus(statuses).map((status) => `orders k WHERE k.user_id = ${user} AND ${status}`),
  )
  return [
    ...source(['commitmentHash'], columns('orders', ['commitment_hash'])),
    ...source(['orderIds'], (p) => [`orders k WHERE k.order_id = ANY(${p}::uuid[])`]),
    ...source(
      ['txHash'],
      columns('intents', ['create_tx_hash', 'claim_tx_hash', 'cancel_tx_hash', 'bridge_delivery_tx_hash']),
    ),
    ...(ofUser.length > 0 ? ofUser : source(['userId'], columns('orders', ['user_id']))),
    ...source(['address'], columns('intents', ['creator', 'recipient', 'swap_id'])),
    ...source(['asset'], (p) => assetColumns(filter).map((name) => `orders k WHERE k.${name} = ${p}`)),
    ...source(['hubAsset'], columns('orders', ['hub_asset'])),
    ...source(['hubChain'], (p) => [`orders k WHERE k.hub_asset IS NOT NULL AND k.dest_chain = ${p}`]),
    ...(ofUser.length > 0
      ? []
      : source(['statuses'], (p) => eachStatus(p).map((status) => `orders k WHERE ${status}`))),
    ...source(['sourceChain'], columns('orders', ['source_chain'])),
    ...source(['destChain'], (p) => [`orders k WHERE split_part(k.dest_asset, ':', 1) = ${p}`]),
  ]
}

/** All columns where the chains allow none: no order matches. */
function assetColumns({ asset = '', sourceChain, destChain }: OrderFilter): string[] {
  const isOn = (chain: string | undefined) => chain === undefined || asset.startsWith(`${chain}:`)
  const allowed = [...(isOn(sourceChain) ? ['source_asset'] : []), ...(isOn(destChain) ? ['dest_asset'] : [])]
  return allowed.length > 0 ? allowed : ['source_asset', 'dest_asset']
}

export const isWhole = ({ of, key }: Source, filter: OrderFilter, sort: SortField): boolean =>
  key === sort && given(filter).every((name) => of.includes(name))

/**
 * `placed_at` is the time of their order.
 * @param only further conditions on `k`.
 */
export function rowsOf(
  { key, parts, isAll = false }: Source,
  { add }: Params,
  { direction, limit, only }: { direction: SortDirection; limit: number; only: readonly string[] },
): string {
  const nulls = isAll && key === 'created_at' ? ` NULLS ${direction === 'asc' ? 'FIRST' : 'LAST'}` : ''
  // Both sides may have an address.
  const rowsOfOrder = (part: string) => (part.startsWith('intents') ? 2 : 1)
  const selects = parts(add).map(
    (part) => `SELECT k.order_id, k.${key} AS placed_at FROM ${[part, ...only].join(' AND ')}
      ORDER BY k.${key} ${direction}${nulls}, k.order_id ${direction} LIMIT ${limit * rowsOfOrder(part)}`,
  )
  if (selects.length === 1) return selects.join()
  return `SELECT order_id, placed_at FROM (${selects.map((select) => `(${select})`).join(' UNION ')}) k
    ORDER BY placed_at ${direction}, order_id ${direction} LIMIT ${limit}`
}
