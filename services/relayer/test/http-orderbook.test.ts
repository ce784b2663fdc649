/** Tests the relayer's client of the orderbook against one that limits its requests, and answers garbage about that. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { errorCodes } from '@tandem/contracts'
import { makeHttpOrderbook } from '../src/orderbook/http-orderbook.ts'

let server: Server
let asked: IncomingMessage[]
let answer: { status: number; headers: Record<string, string>; body: string }

beforeEach(async () => {
  asked = []
  server = createServer((req, res) => {
    asked.push(req)
    res.writeHead(answer.status, answer.headers)
    res.end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const orderbook = (apiKey?: string) =>
  makeHttpOrderbook({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs: 5_000,
    apiKey,
  })
const orderId = '00000000-0000-4000-8000-000000000000'
const refusal = JSON.stringify({ status: 'Error', code: 'RATE_LIMITED', result: 'too many', retryable: true })

describe('an orderbook that answers 429', () => {
  it.each<[string, Record<string, string>, number]>([
    ['with the time that it names', { 'retry-after': '17' }, 17],
    ['in two seconds when it names none', {}, 2],
    ['in two seconds when it names garbage', { 'retry-after': 'soon' }, 2],
    ['in a minute when it names a year', { 'retry-after': '31536000' }, 60],
    ['in a second when it names none at all', { 'retry-after': '0' }, 1],
    ['in a second when it names the past', { 'retry-after': '-5' }, 1],
  ])('is UNAVAILABLE, to be asked again %s', async (_name, headers, retryAfterSecs) => {
    answer = { status: 429, headers, body: refusal }
    const expected = { code: 'UNAVAILABLE', retryAfterSecs }
    await expect(orderbook().getOrder(orderId)).rejects.toMatchObject(expected)
    await expect(orderbook().getConsent(orderId)).rejects.toMatchObject(expected)
    const listing = orderbook()
      .listOrders({ statuses: ['created'] })
      [Symbol.asyncIterator]()
    await expect(listing.next()).rejects.toMatchObject(expected)
    // Each call asked once: asking again at once would use up what is left of the limit.
    expect([asked.length, errorCodes.UNAVAILABLE.retryable]).toEqual([3, true])
  })

  it('is UNAVAILABLE with a body that is no envelope, as a proxy in front of it answers', async () => {
    answer = { status: 429, headers: { 'retry-after': '3' }, body: '<html>slow down</html>' }
    await expect(orderbook().getOrder(orderId)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSecs: 3 })
  })
})

describe('an orderbook that answers what could fill the memory', () => {
  it.each([
    ['a megabyte of brackets', '['.repeat(1_000_000)],
    ['more than any page has', JSON.stringify('x'.repeat(3_000_000))],
  ])('with %s is not believed', async (_name, body) => {
    answer = { status: 200, headers: {}, body }
    await expect(orderbook().getOrder(orderId)).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' })
  })
})

describe('a list of which a page could not be read', () => {
  it('goes on with that page when it is asked on', async () => {
    const result = { data: [], page: 1, limit: 100, total: 0, total_pages: 0, total_is_exact: true }
    const listing = orderbook()
      .listOrders({ statuses: ['created'] })
      [Symbol.asyncIterator]()
    const pageOf = (next: string | null) =>
      JSON.stringify({ status: 'Success', result: { ...result, next_cursor: next } })
    answer = { status: 200, headers: {}, body: pageOf('second') }
    server.once('request', () => {
      answer = { status: 429, headers: {}, body: refusal }
    })
    await expect(listing.next()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    answer = { status: 200, headers: {}, body: pageOf(null) }
    expect(await listing.next()).toMatchObject({ done: true })
    expect(asked.map(({ url = '' }) => new URL(url, 'http://orderbook').searchParams.get('cursor'))).toEqual([
      null,
      'second',
      'second',
    ])
  })
})

describe('the events of the orderbook', () => {
  const pageWith = (type: string) =>
    JSON.stringify({
      status: 'Success',
      result: { data: [{ seq: 7, order_id: orderId, type }], last_seq: 7, has_more: true },
    })

  it('are read from a position on, also where one has a type that is not known here', async () => {
    answer = { status: 200, headers: {}, body: pageWith('order.frozen') }
    expect(await orderbook().listEvents(6)).toEqual({
      data: [{ order_id: orderId, type: 'order.frozen' }],
      last_seq: 7,
      has_more: true,
    })
    expect(await orderbook().lastEventOf(orderId)).toBe(7)
    expect(asked.map(({ url }) => url)).toEqual([
      '/events?after_seq=6&limit=500',
      `/orders/${orderId}/events?limit=500`,
    ])
  })

  it('that are gone are told apart from an orderbook that does not answer', async () => {
    const gone = { status: 'Error', code: 'EVENTS_GONE', result: 'gone', request_id: 'r', retryable: false }
    answer = { status: 410, headers: {}, body: JSON.stringify(gone) }
    await expect(orderbook().listEvents(6)).rejects.toMatchObject({ code: 'EVENTS_GONE' })
  })
})

describe('the key of the orderbook', () => {
  const key = 'key-of-the-orderbook-0123456789'

  it('is sent with every question, and stands in no error', async () => {
    answer = { status: 401, headers: {}, body: JSON.stringify({ echo: key }) }
    const error = await orderbook(key)
      .getOrder(orderId)
      .catch((reason: Error) => reason)
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${key}`]))
    expect(`${error} ${JSON.stringify(error)}`).not.toContain(key)
  })

  it('does not follow a redirect to somebody else', async () => {
    answer = {
      status: 307,
      headers: { location: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x` },
      body: '',
    }
    await expect(orderbook(key).getOrder(orderId)).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' })
    expect(asked.map(({ url }) => url)).not.toContain('/x')
  })

  it('is not sent where there is none', async () => {
    answer = { status: 404, headers: {}, body: '' }
    await orderbook()
      .getOrder(orderId)
      .catch(() => undefined)
    expect(asked[0]?.headers.authorization).toBeUndefined()
  })
})
