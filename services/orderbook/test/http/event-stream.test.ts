import { beforeAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createOrder, errorOf } from '../support/api.ts'
import { changeStatus } from '../support/change-status.ts'
import { openStream } from '../support/event-stream.ts'
import { type Replica, startReplica, useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('event_stream')
/** A second API process on the same database. */
let replica: Replica
beforeAll(async () => {
  replica = await startReplica(book)
})

const orderStream = (orderId: string, headers?: Record<string, string>) =>
  openStream(`${book.orderbook.url()}/orders/${orderId}/events`, headers)

describe('GET /orders/{order_id}/events as a stream', () => {
  it('sends what happened, then what happens, and ends with the final status', async () => {
    const { order_id } = await createOrder(book.api)
    const stream = await orderStream(order_id)
    expect(await stream.next()).toMatchObject({ order_id, order_seq: 1, type: 'order.created' })
    await changeStatus(book.database.prisma, order_id, 'source_initiated')
    expect(await stream.next()).toMatchObject({ order_seq: 2, status: 'source_initiated' })
    await changeStatus(book.database.prisma, order_id, 'completed', 5)
    expect(await stream.next()).toMatchObject({ order_seq: 3, status: 'completed' })
    await stream.ended
  })

  it('sends nothing of other orders', async () => {
    const { order_id } = await createOrder(book.api)
    const other = await createOrder(book.api)
    const stream = await orderStream(order_id)
    await stream.next()
    await changeStatus(book.database.prisma, other.order_id, 'source_initiated')
    await changeStatus(book.database.prisma, order_id, 'expired')
    expect(await stream.next()).toMatchObject({ order_id, status: 'expired' })
    await stream.ended
  })

  it('resumes after Last-Event-ID, which goes before after_seq', async () => {
    const { order_id } = await createOrder(book.api)
    await changeStatus(book.database.prisma, order_id, 'source_initiated')
    const first = await orderStream(order_id)
    const { seq } = await first.next()
    first.close()
    await first.ended
    const resumed = await openStream(`${book.orderbook.url()}/orders/${order_id}/events?after_seq=0`, {
      'Last-Event-ID': String(seq),
    })
    expect(await resumed.next()).toMatchObject({ order_seq: 2 })
    resumed.close()
  })

  it('answers 204 to a client that has everything of a final order, so that it does not come back', async () => {
    const { order_id } = await createOrder(book.api)
    await changeStatus(book.database.prisma, order_id, 'cancelled')
    const stream = await orderStream(order_id)
    await stream.next()
    const { seq } = await stream.next()
    await stream.ended
    expect((await orderStream(order_id, { 'Last-Event-ID': String(seq) })).status).toBe(204)
  })

  it('answers errors in the envelope', async () => {
    const get = (path: string) => book.api.get(path).set('Accept', 'text/event-stream')
    expect(errorOf(await get(`/orders/${crypto.randomUUID()}/events`))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(errorOf(await get('/events').set('Last-Event-ID', 'x'))).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

describe('GET /events as a stream', () => {
  it('reaches clients of either replica with the same events, whichever took the order', async () => {
    const after = (await book.api.get('/events?limit=1000')).body.result.last_seq as number
    const streams = await Promise.all(
      [book.orderbook.url(), replica.url].map((url) => openStream(`${url}/events?after_seq=${after}`)),
    )
    const made = [await createOrder(book.api), await createOrder(replica.api)]
    for (const stream of streams) {
      const received = [await stream.next(), await stream.next()]
      expect(received.map(({ order_id }) => order_id)).toEqual(made.map(({ order_id }) => order_id))
      expect(received.map(({ seq }) => seq)).toEqual([after + 1, after + 2])
      stream.close()
    }
  })

  it('loses nothing over servers that stop and clients that come back', async () => {
    const after = (await book.api.get('/events?limit=1000')).body.result.last_seq as number
    const seen: number[] = []
    let position = after
    const follow = async (url: string, count: number) => {
      const headers = { 'Last-Event-ID': String(position) }
      const stream = await openStream(`${url}/events?after_seq=0`, headers).catch(() => undefined)
      // The server stopped before the client could connect.
      if (stream === undefined) return
      for (let read = 0; read < count; read += 1) {
        const event = await stream.next().catch(() => undefined)
        if (event === undefined) break
        seen.push(event.seq)
        position = event.seq
      }
      stream.close()
    }
    const writing = (async () => {
      for (let made = 0; made < 30; made += 1) await createOrder(book.api)
    })()
    for (let round = 0; round < 6; round += 1) {
      const server = await startReplica(book)
      const following = follow(server.url, 5)
      // Every second server stops while its reader is connected.
      if (round % 2 === 1) await server.stop()
      await following
      await server.stop()
    }
    await writing
    while (position < after + 30) await follow(book.orderbook.url(), after + 30 - position)
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => after + index + 1))
  })

  it('turns an address away that has many streams open, and takes it again when it has fewer', async () => {
    const server = await startReplica(book, {}, { changed: { maxStreamsPerAddress: 2 } })
    const url = `${server.url}/events?after_seq=999999999`
    const [first] = await Promise.all([openStream(url), openStream(url)])
    const refused = await request(url).get('').set('Accept', 'text/event-stream')
    expect(errorOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    first?.close()
    let status = 429
    while (status === 429) status = (await openStream(url)).status
    expect(status).toBe(200)
  })

  it('sends clients elsewhere once the process holds as many streams as it may', async () => {
    const server = await startReplica(book, {}, { changed: { maxStreams: 2 } })
    const url = `${server.url}/events?after_seq=999999999`
    const [first] = await Promise.all([openStream(url), openStream(url)])
    const refused = await request(url).get('').set('Accept', 'text/event-stream')
    expect(errorOf(refused)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(refused.headers['retry-after']).toBe('1')
    first?.close()
    let status = 503
    while (status === 503) status = (await openStream(url)).status
    expect(status).toBe(200)
  })

  it('counts an IPv6 /64 as one address', async () => {
    const env = { TRUST_PROXY: '1' }
    const server = await startReplica(book, env, { changed: { maxStreamsPerAddress: 2 } })
    const url = `${server.url}/events?after_seq=999999999`
    const from = (address: string) => openStream(url, { 'X-Forwarded-For': address })
    for (const host of [1, 2]) expect((await from(`2001:db8:1:2::${host}`)).status).toBe(200)
    expect((await from('2001:db8:1:2:ffff::3')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(200)
  })

  it('counts the /56 and the /48 too, so that one network does not take all', async () => {
    const env = { TRUST_PROXY: '1' }
    const server = await startReplica(book, env, { changed: { maxStreamsPerAddress: 1 } })
    const url = `${server.url}/events?after_seq=999999999`
    const statusFrom = async (address: string) => (await openStream(url, { 'X-Forwarded-For': address })).status
    for (const subnet of [1, 2]) expect(await statusFrom(`2001:db8:1:${subnet}::1`)).toBe(200)
    expect(await statusFrom('2001:db8:1:3::1')).toBe(429)
    for (const subnet of [1, 2, 3, 4, 5, 6]) expect(await statusFrom(`2001:db8:1:${subnet}00::1`)).toBe(200)
    expect(await statusFrom('2001:db8:1:700::1')).toBe(429)
    expect(await statusFrom('2001:db8:2::1')).toBe(200)
  })

  it('leaves a fifth of all streams to API keys', async () => {
    const key = 'key-of-a-reader-of-streams-here'
    const env = { TRUST_PROXY: '1', API_KEYS: key }
    const server = await startReplica(book, env, { changed: { maxStreams: 5 } })
    const url = `${server.url}/events?after_seq=999999999`
    const statusFrom = async (headers: Record<string, string>) => (await openStream(url, headers)).status
    for (const host of [1, 2, 3, 4]) expect(await statusFrom({ 'X-Forwarded-For': `192.0.2.${host}` })).toBe(200)
    expect(await statusFrom({ 'X-Forwarded-For': '192.0.2.5' })).toBe(503)
    expect(await statusFrom({ Authorization: `Bearer ${key}` })).toBe(200)
    expect(await statusFrom({ Authorization: `Bearer ${key}` })).toBe(503)
  })

  it('ends when the service stops, and does not hold the stop up', async () => {
    const server = await startReplica(book)
    const stream = await openStream(`${server.url}/events?after_seq=999999999`)
    expect(stream.status).toBe(200)
    await Promise.all([server.stop(), stream.ended])
  })

  it('tells its clients, when the service stops, to connect again at different times', async () => {
    const server = await startReplica(book)
    const url = `${server.url}/events?after_seq=999999999`
    const streams = await Promise.all(
      Array.from({ length: 8 }, () => fetch(url, { headers: { accept: 'text/event-stream' } })),
    )
    const texts = Promise.all(streams.map((stream) => stream.text()))
    await server.stop()
    const waits = (await texts).map((text) => Number(/retry: (\d+)\n\n$/.exec(text)?.[1]))
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(5_000)
    }
    expect(new Set(waits).size).toBeGreaterThan(1)
  })
})
