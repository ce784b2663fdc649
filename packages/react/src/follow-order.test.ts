import { beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Order } from '@tandem/sdk'
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { followOrder, orderQuery } from './follow-order.ts'

// TanStack Query takes Node for a server, where no query is repeated at intervals.
beforeAll(() => environmentManager.setIsServer(() => false))

const orderId = '0b6f2a52-8a3e-4d1c-9a83-6a1d2b7c9e10'
const quickly = { retryMs: 5, pollMs: 5 }
type Answer = () => Response | Promise<Response>

const shows = (status: Order['status']) => () =>
  Response.json({ status: 'Success', result: { order_id: orderId, status } })
const refuses = () =>
  Response.json(
    { status: 'Error', code: 'ORDER_NOT_FOUND', result: 'no such order', retryable: false },
    { status: 404 },
  )

/** An orderbook that gives these answers one after the other, and repeats the last one. It has no event stream. */
function orderbookOf(...answers: [Answer, ...Answer[]]) {
  let reads = 0
  const fetch = async ({ url }: Request) => {
    if (url.endsWith('/events')) return new Response('not here', { status: 404 })
    const answer = answers[Math.min(reads++, answers.length - 1)] ?? refuses
    return answer()
  }
  const client = createClient({ baseUrl: 'http://orderbook.test', relayerUrl: 'http://relayer.test', fetch })
  return { client, reads: () => reads }
}

/** Queries that are never removed from the cache: the timer of a removal would outlive the test. */
const makeQueries = () => new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })

/** Observes the query as a component does, and collects what it showed: the statuses, and the codes of errors. */
function observe({ client }: ReturnType<typeof orderbookOf>) {
  const queries = makeQueries()
  const observer = new QueryObserver(queries, orderQuery(client, orderId, quickly))
  const shown: string[] = []
  const ended = new Promise<void>((resolve) => {
    observer.subscribe(({ data, error }) => {
      const next = error === null ? data?.status : (error as { code?: string }).code
      if (next !== undefined && next !== shown.at(-1)) shown.push(next)
      if (error === null && data?.status === 'completed') resolve()
    })
  })
  return { queries, observer, shown, ended }
}

const open = { order_id: orderId, status: 'created' } as Order

describe('followOrder', () => {
  it('goes on after a refusal that looks final, and shows it meanwhile', async () => {
    const orderbook = orderbookOf(shows('created'), refuses, refuses, shows('completed'))
    const { queries, observer, shown } = observe(orderbook)
    await observer.refetch()
    const { signal } = new AbortController()
    await followOrder({ client: orderbook.client, queries, order: open, signal, ...quickly })
    expect(shown).toContain('ORDER_NOT_FOUND')
    expect(shown.at(-1)).toBe('completed')
    observer.destroy()
  })

  it('ends when the component is gone, also while it pauses after a refusal', async () => {
    const orderbook = orderbookOf(refuses)
    const leaving = new AbortController()
    const follows = followOrder({
      client: orderbook.client,
      queries: makeQueries(),
      order: open,
      signal: leaving.signal,
      retryMs: 3_600_000,
      pollMs: 5,
    })
    while (orderbook.reads() === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    leaving.abort()
    await follows
    expect(orderbook.reads()).toBe(1)
  })

  it.each(['completed', 'cancelled', 'expired', 'conflict'] as const)(
    'asks for nothing when the order is %s',
    async (status) => {
      const orderbook = orderbookOf(refuses)
      const { signal } = new AbortController()
      await followOrder({ client: orderbook.client, queries: makeQueries(), order: { ...open, status }, signal })
      expect(orderbook.reads()).toBe(0)
    },
  )
})

describe('the query of an order', () => {
  it('asks again when the first answer is a refusal, and shows no answer that a proxy gave', async () => {
    const garbage = () => new Response('<html>', { status: 400 })
    const { observer, shown, ended } = observe(orderbookOf(refuses, garbage, shows('completed')))
    await ended
    expect(shown).toEqual(['ORDER_NOT_FOUND', 'completed'])
    observer.destroy()
  })

  it('does not ask again for an order that is final', () => {
    const { refetchInterval } = orderQuery(orderbookOf(refuses).client, orderId)
    expect(refetchInterval({ state: { status: 'error', data: { ...open, status: 'completed' } } })).toBe(false)
    expect(refetchInterval({ state: { status: 'error', data: open } })).toBe(30_000)
    expect(refetchInterval({ state: { status: 'success', data: open } })).toBe(false)
  })
})
