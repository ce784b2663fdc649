import { createHash } from 'node:crypto'
import { addressCodec, DEFAULT_PAGE_LIMIT, type ListOrdersQuery, MAX_PAGED_ROWS } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Order } from './domain/order.ts'
import type { Keyset, OrderFilter, OrderLister, SortDirection } from './ports.ts'

export type OrderPage = {
  orders: Order[]
  page: number
  limit: number
  /** How many orders match. A number that is not exact is a lower bound. */
  total: number
  isTotalExact: boolean
  nextCursor: string | null
}

/** Matches are counted at least up to this number, so that the total of most short lists is exact. */
const minCounted = 1_000

export type ListOrders = (query: ListOrdersQuery) => Promise<OrderPage>

/** Lists orders by their time of creation, newest or oldest first, by page number or by cursor. */
export function makeListOrders(orders: OrderLister): ListOrders {
  return async (query) => {
    const { page = 1, limit = DEFAULT_PAGE_LIMIT } = query
    checkPage(query, page * limit)
    const filter = filterOf(query)
    const list: List = { filter, direction: query.order ?? 'desc', fingerprint: fingerprintOf(filter) }
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, list)
    const offset = (page - 1) * limit
    const from = after === undefined ? { offset } : { after }
    const [found, total] = await Promise.all([
      // One row more than the page tells whether another page follows.
      orders.list({ filter, direction: list.direction, limit: limit + 1, from }),
      orders.total(filter),
    ])
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = found.length > limit
    return {
      orders: shown,
      page,
      limit,
      nextCursor: hasMore && last !== undefined ? cursorAt(last, list) : null,
      ...(await totalOf(orders, filter, {
        total,
        hasMore,
        isCursor: after !== undefined,
        offset,
        length: shown.length,
      })),
    }
  }
}

type Read = { total: number | undefined; hasMore: boolean; isCursor: boolean; offset: number; length: number }

async function totalOf(
  orders: OrderLister,
  filter: OrderFilter,
  { total, hasMore, isCursor, offset, length }: Read,
): Promise<Pick<OrderPage, 'total' | 'isTotalExact'>> {
  const seen = length === 0 ? 0 : offset + length
  if (total !== undefined) return { total: Math.max(total, seen), isTotalExact: true }
  const isEnd = !isCursor && !hasMore && (length > 0 || offset === 0)
  if (isEnd) return { total: seen, isTotalExact: true }
  const most = Math.max(minCounted, offset + length + 1)
  const counted = await orders.countUpTo(filter, most)
  if (counted === undefined) return { total: seen + (hasMore ? 1 : 0), isTotalExact: false }
  return { total: Math.max(counted, seen), isTotalExact: counted < most }
}

function checkPage(query: ListOrdersQuery, rows: number): void {
  if (query.cursor !== undefined && query.page !== undefined) {
    throw new AppError('INVALID_REQUEST', 'page: cannot be combined with cursor', {
      details: { issues: [{ path: 'page', message: 'cannot be combined with cursor' }] },
    })
  }
  if (rows > MAX_PAGED_ROWS) {
    throw new AppError('PAGE_TOO_DEEP', `Pages reach ${MAX_PAGED_ROWS} rows deep; read on with cursor.`, {
      details: { max_rows: MAX_PAGED_ROWS },
    })
  }
}

/** The filters of a request in the form in which orders are stored: checksummed addresses, lower-case hashes, dates. */
function filterOf(query: ListOrdersQuery): OrderFilter {
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const address = (text: string | undefined) => (text === undefined ? undefined : addressCodec.decode(text))
  return {
    orderIds: query.order_ids,
    statuses: query.status,
    userId: query.user_id,
    sourceChain: query.source_chain,
    destChain: query.dest_chain,
    asset: query.asset,
    address: address(query.address),
    swapId: address(query.swap_id),
    txHash: query.tx_hash?.toLowerCase(),
    commitmentHash: query.commitment_hash?.toLowerCase(),
    createdAfter: date(query.created_after),
    createdBefore: date(query.created_before),
    updatedAfter: date(query.updated_after),
  }
}

type List = {
  readonly filter: OrderFilter
  readonly direction: SortDirection
  readonly fingerprint: string
}

/** Ties a cursor to its filters: with other filters it would skip or repeat orders. */
const fingerprintOf = (filter: OrderFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return createHash('sha256').update(JSON.stringify(given.sort())).digest('base64url').slice(0, 8)
}

export const plainCursorAfter = (order: Pick<Order, 'createdAt' | 'orderId'>): string =>
  cursorAt(order, { filter: {}, direction: 'desc', fingerprint: fingerprintOf({}) })

/** The cursor with which a list continues after this order. Clients treat it as opaque. */
function cursorAt({ createdAt, orderId }: Pick<Order, 'createdAt' | 'orderId'>, { direction, fingerprint }: List) {
  return Buffer.from([direction, createdAt.getTime(), orderId, fingerprint].join('.')).toString('base64url')
}

const cursorPattern = /^(asc|desc)\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{8})$/

function decodeCursor(cursor: string, list: List): Keyset {
  const [, direction, at, orderId, fingerprint] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (direction !== list.direction || fingerprint !== list.fingerprint || orderId === undefined)
    throw new AppError('INVALID_CURSOR', 'The cursor belongs to a list with other filters; start without a cursor.')
  return { at: new Date(Number(at)), orderId }
}
