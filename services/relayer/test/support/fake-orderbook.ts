/** A stand-in for the orderbook: it says of orders what a test has it say, and can be out of reach. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OrderWire } from '@tandem/contracts'

export interface FakeOrderbook {
  readonly url: string
  readonly orders: Map<string, OrderWire>
  /** Its answer about the consent of an order's maker; `hang`: it never answers. */
  readonly consents: Map<string, object | 'hang'>
  /** Whether it answers no question about its events. */
  isWithoutEvents: boolean
  /** Changes what it says of an order, and has it say so by an event. */
  tell(order: OrderWire, change: Partial<OrderWire>): void
  /** Makes it unreachable for this long. */
  darken(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

export async function startFakeOrderbook(): Promise<FakeOrderbook> {
  let isDark = false
  /** Its events, numbered from one. */
  const events: { order_id: string; type: string }[] = []
  const server = createServer((req, res) => {
    if (isDark) return void req.socket.destroy()
    const url = new URL(req.url ?? '', 'http://local')
    const [, , orderId = '', part] = url.pathname.split('/')
    if (url.pathname === '/orders') return answer(res, ordersPage(url, book.orders))
    if (url.pathname.endsWith('/events'))
      return book.isWithoutEvents ? void res.destroy() : answer(res, eventsPage(url, events))
    if (part === 'consent') {
      const consent = book.consents.get(orderId) ?? { consent: null, reason: 'no_maker' }
      return consent === 'hang' ? undefined : answer(res, consent)
    }
    const order = book.orders.get(orderId)
    return order === undefined ? refuse(res) : answer(res, order)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const book: FakeOrderbook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders: new Map(),
    consents: new Map(),
    isWithoutEvents: false,
    tell(order, change) {
      book.orders.set(order.order_id, { ...(book.orders.get(order.order_id) ?? order), ...change })
      events.push({ order_id: order.order_id, type: 'order.status_changed' })
    },
    async darken(milliseconds) {
      isDark = true
      server.closeAllConnections()
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      isDark = false
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return book
}

function answer(res: ServerResponse, result: unknown): void {
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ status: 'Success', result }))
}

function refuse(res: ServerResponse): void {
  res.writeHead(404, { 'content-type': 'application/json' })
  const envelope = { status: 'Error', result: 'no', code: 'ORDER_NOT_FOUND', request_id: '1', retryable: false }
  res.end(JSON.stringify(envelope))
}

/** The list of orders, one order a page, so that a client has to follow the cursor. */
function ordersPage({ searchParams }: URL, orders: ReadonlyMap<string, OrderWire>): object {
  const statuses = searchParams.get('status')?.split(',') ?? []
  const all = [...orders.values()].filter(({ status }) => statuses.includes(status))
  const at = Number(searchParams.get('cursor') ?? 0)
  const next = at + 1 < all.length ? String(at + 1) : null
  const data = all.slice(at, at + 1)
  return { data, page: 1, limit: 1, total: all.length, total_pages: all.length, next_cursor: next }
}

/** The list of events, of all orders or of one, after a position. */
function eventsPage({ pathname, searchParams }: URL, events: readonly { order_id: string; type: string }[]): object {
  const orderId = pathname.match(/^\/orders\/(.*)\/events$/)?.[1]
  const after = Number(searchParams.get('after_seq') ?? 0)
  const numbered = events.map((event, index) => ({ ...event, seq: index + 1 }))
  const data = numbered.filter(({ seq, order_id }) => seq > after && (orderId === undefined || order_id === orderId))
  return { data, last_seq: data.at(-1)?.seq ?? after, has_more: false }
}
