import { createHash } from 'node:crypto'
import { addressCodec, DEFAULT_PAGE_LIMIT, type ListOrdersQuery, MAX_PAGED_ROWS } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Order } from '../domain/order.ts'
import type { Keyset, OrderFilter, OrderLister, SortDirection, SortField } from './ports.ts'

export type OrderPage = {
  orders: Order[]
  page: number
  limit: number
  total: number
  nextCursor: string | null
}

/** One page of orders, by number or by cursor. */
export function makeListOrders(deps: { orders: OrderLister }): (query: ListOrdersQuery) => Promise<OrderPage> {
  return async (query) => {
    const sort = query.sort ?? 'created_at'
    const direction = query.order ?? 'desc'
    const limit = query.limit ?? DEFAULT_PAGE_LIMIT
    const page = query.page ?? 1
    if (query.cursor !== undefined && query.page !== undefined) {
      throw new AppError('INVALID_REQUEST', 'page: cannot be combined with cursor', {
        details: { issues: [{ path: 'page', message: 'cannot be combined with cursor' }] },
      })
    }
    if (page * limit > MAX_PAGED_ROWS) {
      throw new AppError('PAGE_TOO_DEEP', `Pages reach ${MAX_PAGED_ROWS} rows deep; read on with cursor.`, {
        details: { max_rows: MAX_PAGED_ROWS },
      })
    }
    const filter = filterOf(query)
    const list = { sort, direction, fingerprint: fingerprintOf(filter) }
    const from =
      query.cursor === undefined ? { offset: (page - 1) * limit } : { after: decodeCursor(query.cursor, list) }
    const [rows, total] = await Promise.all([
      // One row more than asked for says whether another page follows.
      deps.orders.list({ filter, sort, direction, limit: limit + 1, from }),
      deps.orders.count(filter),
    ])
    const orders = rows.slice(0, limit)
    const last = rows.length > limit ? orders.at(-1) : undefined
    return {
      orders,
      page,
      limit,
      total,
      nextCursor: last === undefined ? null : encodeCursor(last, list),
    }
  }
}

/** Addresses and hashes in the form in which they are stored. */
function filterOf(query: ListOrdersQuery): OrderFilter {
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  return {
    orderIds: query.order_ids,
    statuses: query.status,
    userId: query.user_id,
    sourceChain: query.source_chain,
    destChain: query.dest_chain,
    hubChain: query.hub_chain,
    hubAsset: query.hub_asset,
    asset: query.asset,
    address: query.address === undefined ? undefined : addressCodec.decode(query.address),
    txHash: query.tx_hash?.toLowerCase(),
    commitmentHash: query.commitment_hash?.toLowerCase(),
    createdAfter: date(query.created_after),
    createdBefore: date(query.created_before),
    updatedAfter: date(query.updated_after),
  }
}

/** The list that a cursor belongs to. */
type List = { readonly sort: SortField; readonly direction: SortDirection; readonly fingerprint: string }

/** The fingerprint of the filters: a cursor that is used with others would skip orders, or repeat them. */
const fingerprintOf = (filter: OrderFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return createHash('sha256').update(JSON.stringify(given.sort())).digest('base64url').slice(0, 8)
}

/** Opaque to the client: which list it belongs to, and the row it stands after. */
function encodeCursor(order: Order, { sort, direction, fingerprint }: List): string {
  const at = sort === 'created_at' ? order.createdAt : order.updatedAt
  return Buffer.from(`${sort}.${direction}.${at.getTime()}.${order.orderId}.${fingerprint}`).toString('base64url')
}

const cursorPattern = /^(created_at|updated_at)\.(asc|desc)\.(\d{1,15})\.([0-9a-f-]{36})\.([\w-]{8})$/

function decodeCursor(cursor: string, list: List): Keyset {
  const [, sort, direction, at, orderId, fingerprint] =
    cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isOfList = sort === list.sort && direction === list.direction && fingerprint === list.fingerprint
  if (!isOfList || orderId === undefined)
    throw new AppError('INVALID_CURSOR', 'The cursor belongs to a list with other filters; start without a cursor.')
  return { at: new Date(Number(at)), orderId }
}
