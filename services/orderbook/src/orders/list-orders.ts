import { createHash } from 'node:crypto'
import { addressCodec, DEFAULT_PAGE_LIMIT, type ListOrdersQuery, MAX_PAGED_ROWS } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { EventNumbers } from '../events/ports.ts'
import type { Order } from './domain/order.ts'
import type { Keyset, ListedOrders, OrderFilter, OrderLister, SortDirection, SortField } from './ports.ts'

export type OrderPage = {
  orders: Order[]
  page: number
  limit: number
  total: number
  nextCursor: string | null
  /** Of an ascending list: where this page ends. */
  resumeCursor: string | null
}

/** Also on a later page, to know whether another follows. */
const leastCounted = 1_000

export type ListOrdersDeps = { orders: OrderLister; events: EventNumbers }

/**
 * A time is taken before its row commits, so rows may appear behind a reader. An ascending cursor also holds an outbox
 * number: the next page begins with orders before its place that were numbered since.
 */
export function makeListOrders(deps: ListOrdersDeps): (query: ListOrdersQuery) => Promise<OrderPage> {
  return async (query) => {
    const { page = 1, limit = DEFAULT_PAGE_LIMIT } = query
    checkPage(query, page * limit)
    const filter = filterOf(query)
    const list: List = {
      filter,
      sort: query.sort ?? 'created_at',
      direction: query.order ?? 'desc',
      fingerprint: fingerprintOf(filter),
    }
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, list)
    const range = { limit, offset: (page - 1) * limit, after }
    const [found, total] = await Promise.all([
      list.direction === 'asc' ? ascending(deps, list, range) : descending(deps, list, range),
      deps.orders.count(filter, Math.max(leastCounted, page * limit + 1)),
    ])
    const { length } = found.orders
    return { ...found, page, limit, total: length === 0 ? total : Math.max(total, range.offset + length) }
  }
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

type Range = { limit: number; offset: number; after: Position | undefined }
type Found = Pick<OrderPage, 'orders' | 'nextCursor' | 'resumeCursor'>

async function descending({ orders }: ListOrdersDeps, list: List, { limit, offset, after }: Range): Promise<Found> {
  const from = after === undefined ? { offset } : { after }
  // One row more says whether another page follows.
  const found = await orders.list({ ...list, limit: limit + 1, from })
  const { shown, isFull, end } = pageOf(found, list, { limit, offset })
  const isMore = isFull || found.triedTo !== undefined
  return { orders: shown, nextCursor: end !== undefined && isMore ? cursorAt(end, list) : null, resumeCursor: null }
}

async function ascending(deps: ListOrdersDeps, list: List, { limit, offset, after }: Range): Promise<Found> {
  const upToSeq = await deps.events.lastSeq()
  const { late, lookedUpTo } = await lateOrders(deps, list, { after, upToSeq, limit })
  const foundLate = late.map(({ order }) => order)
  if (after !== undefined && lookedUpTo < upToSeq) {
    const cursor = cursorAt({ ...after, seq: lookedUpTo }, list)
    return { orders: foundLate, nextCursor: cursor, resumeCursor: cursor }
  }
  const room = limit - late.length
  const from = after === undefined ? { offset } : { after }
  const found = await deps.orders.list({ ...list, limit: room + 1, from, upToSeq })
  const { shown, isFull, end } = pageOf(found, list, { limit: room, offset })
  const place = end ?? after ?? (offset === 0 ? theBeginning : undefined)
  // Beyond the end there is no place: going on would repeat all orders.
  const cursor = place === undefined ? null : cursorAt({ ...place, seq: upToSeq }, list)
  return {
    orders: [...foundLate, ...shown],
    nextCursor: isFull || found.triedTo !== undefined ? cursor : null,
    resumeCursor: cursor,
  }
}

/** Beyond the last order where others were tried. */
function pageOf({ orders, triedTo }: ListedOrders, list: List, { limit, offset }: Pick<Range, 'limit' | 'offset'>) {
  const isFull = orders.length > limit
  if (!isFull && triedTo !== undefined && offset > 0)
    throw new AppError('PAGE_TOO_DEEP', 'Few orders match this filter; read on with cursor.')
  const shown = orders.slice(0, limit)
  const last = shown.at(-1)
  return { shown, isFull, end: isFull ? last && keysetOf(last, list) : (triedTo ?? (last && keysetOf(last, list))) }
}

const theBeginning: Keyset = { at: new Date(0), orderId: '00000000-0000-0000-0000-000000000000' }

/** For late orders; the cursor goes on after them. */
const eventsAtOnce = 5_000

async function lateOrders(
  { orders, events }: ListOrdersDeps,
  list: List,
  { after, upToSeq, limit }: { after: Position | undefined; upToSeq: number; limit: number },
) {
  const { seq = upToSeq } = after ?? {}
  if (after === undefined || seq === upToSeq) return { late: [], lookedUpTo: upToSeq }
  if (seq > upToSeq || seq < (await events.prunedSeq())) {
    throw new AppError('INVALID_CURSOR', 'The cursor is too old to say what was stored late; start without a cursor.')
  }
  const upTo = Math.min(upToSeq, seq + eventsAtOnce)
  const found = await orders.listLate({ ...list, passed: after, events: { after: seq, upTo }, limit: limit + 1 })
  const late = found.slice(0, limit)
  const lastShown = found.length > limit ? late.at(-1) : undefined
  return { late, lookedUpTo: lastShown?.seq ?? upTo }
}

/** As they are stored. */
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

type List = {
  readonly filter: OrderFilter
  readonly sort: SortField
  readonly direction: SortDirection
  readonly fingerprint: string
}

/** A cursor with other filters would skip or repeat orders. */
const fingerprintOf = (filter: OrderFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return createHash('sha256').update(JSON.stringify(given.sort())).digest('base64url').slice(0, 8)
}

/** Of an ascending list also the number read for late orders. */
type Position = Keyset & { readonly seq?: number | undefined }

const keysetOf = (order: Order, { sort }: List): Keyset => ({
  at: sort === 'created_at' ? order.createdAt : order.updatedAt,
  orderId: order.orderId,
})

export const plainCursorAfter = (row: Keyset): string =>
  cursorAt(row, { filter: {}, sort: 'created_at', direction: 'desc', fingerprint: fingerprintOf({}) })

/** Opaque to the client. */
function cursorAt({ at, orderId, seq }: Position, { sort, direction, fingerprint }: List): string {
  const parts = [sort, direction, at.getTime(), orderId, fingerprint, ...(seq === undefined ? [] : [seq])]
  return Buffer.from(parts.join('.')).toString('base64url')
}

const cursorPattern =
  /^(created_at|updated_at)\.(asc|desc)\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{8})(?:\.(\d{1,15}))?$/

function decodeCursor(cursor: string, list: List): Position {
  const [, sort, direction, at, orderId, fingerprint, seq] =
    cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const isOfList = sort === list.sort && direction === list.direction && fingerprint === list.fingerprint
  if (!isOfList || orderId === undefined)
    throw new AppError('INVALID_CURSOR', 'The cursor belongs to a list with other filters; start without a cursor.')
  return { at: new Date(Number(at)), orderId, seq: seq === undefined ? undefined : Number(seq) }
}
