import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import type { Response } from 'express'
import { type EventHubDeps, makeEventHub } from './event-hub.ts'
import type { EventFeed, StoredEvent } from './ports.ts'

const eventOf = (seq: number, over: Partial<StoredEvent> = {}): StoredEvent => ({
  seq,
  orderSeq: 1,
  orderId: '01900000-0000-7000-8000-000000000000',
  type: 'order.created',
  status: 'created',
  fact: null,
  createdAt: new Date(0),
  ...over,
})

/** A response whose client reads slowly while `isSlow`, until `drain`. */
class Client extends EventEmitter {
  readonly writes: (Buffer | string)[] = []
  isSlow = false
  writableEnded = false
  writeHead() {}
  write(bytes: Buffer | string) {
    this.writes.push(bytes)
    return !this.isSlow
  }
  drain() {
    this.isSlow = false
    this.emit('drain')
  }
  end() {
    this.writableEnded = true
    this.emit('close')
  }
  destroy() {
    this.end()
  }
  get seqs(): number[] {
    return [...this.writes.join('').matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq))
  }
}

/** Ends the streams of a test. The hub sends heartbeats to an open stream, and their timer would keep the process alive. */
let stopping: AbortController
afterEach(() => stopping.abort())

function scene() {
  const stored: StoredEvent[] = []
  let listener: Parameters<EventFeed['onEvents']>[0] = () => {}
  const feed: EventFeed = {
    onEvents: (given) => {
      listener = given
      return () => {}
    },
  }
  let reads = 0
  const after = (seq: number, limit: number, orderId?: string) => {
    reads += 1
    const found = stored.filter((event) => event.seq > seq && (orderId === undefined || event.orderId === orderId))
    return Promise.resolve(found.slice(0, limit))
  }
  const events: EventHubDeps['events'] = {
    listAll: (seq, limit) => after(seq, limit),
    listOfOrder: (orderId, seq, limit) => after(seq, limit, orderId),
  }
  stopping = new AbortController()
  const hub = makeEventHub({ feed, events, stopping: stopping.signal })
  return {
    hub,
    stored,
    reads: () => reads,
    announce: (news: StoredEvent[] | 'unknown') => {
      if (news !== 'unknown') stored.push(...news)
      listener(news)
    },
    connect: (afterSeq = 0, orderId?: string) => {
      const client = new Client()
      const ended = hub.stream({ res: client as unknown as Response, after: afterSeq, orderId })
      return Object.assign(client, { ended })
    },
  }
}

describe('makeEventHub', () => {
  it('reads the database once for many streams, and writes the same bytes to each', async () => {
    const { connect, announce, reads } = scene()
    const clients = Array.from({ length: 300 }, () => connect())
    await until(() => reads() === 1, 'what the stream is to do')
    await setTimeout(20)
    announce([eventOf(1), eventOf(2)])
    announce([eventOf(3)])
    await until(() => clients.every(({ seqs }) => seqs.length === 3), 'what the stream is to do')
    expect(clients.every(({ seqs }) => seqs.join() === '1,2,3')).toBe(true)
    expect(reads()).toBe(1)
    expect(new Set(clients.map(({ writes }) => writes[1])).size).toBe(1)
  })

  it('writes at once what comes after a pause', async () => {
    const { connect, announce, reads } = scene()
    const clients = Array.from({ length: 200 }, () => connect())
    await until(() => reads() === 1, 'what the stream is to do')
    await setTimeout(20)
    announce([eventOf(1)])
    expect(clients.every(({ seqs }) => seqs.join() === '1')).toBe(true)
  })

  it('keeps nothing for a client that does not read, and goes on from its position out of the ring', async () => {
    const { connect, announce, reads } = scene()
    const quick = connect()
    const slow = connect()
    await setTimeout(20)
    slow.isSlow = true
    announce([eventOf(1)])
    await until(() => slow.seqs.length === 1, 'what the stream is to do')
    const before = reads()
    for (let seq = 2; seq <= 50; seq += 1) announce([eventOf(seq)])
    await until(() => quick.seqs.length === 50, 'what the stream is to do')
    expect(slow.seqs).toEqual([1])
    slow.drain()
    await until(() => slow.seqs.length === 50, 'what the stream is to do')
    expect(slow.seqs).toEqual(quick.seqs)
    expect(reads()).toBe(before)
  })

  it('reads what the feed may have missed from the database', async () => {
    const { connect, announce, stored } = scene()
    const client = connect()
    await setTimeout(20)
    announce([eventOf(1)])
    await until(() => client.seqs.length === 1, 'what the stream is to do')
    stored.push(eventOf(2), eventOf(3))
    announce('unknown')
    await until(() => client.seqs.length === 3, 'what the stream is to do')
    announce([eventOf(4)])
    await until(() => client.seqs.length === 4, 'what the stream is to do')
    expect(client.seqs).toEqual([1, 2, 3, 4])
  })

  it('sends nothing twice to a client whose position is ahead of the feed', async () => {
    const { connect, announce, stored } = scene()
    stored.push(eventOf(1), eventOf(2))
    const client = connect()
    await until(() => client.seqs.length === 2, 'what the stream is to do')
    announce([eventOf(2), eventOf(3)])
    await until(() => client.seqs.length === 3, 'what the stream is to do')
    expect(client.seqs).toEqual([1, 2, 3])
  })

  it("sends an order's stream its own events only, and ends it with the last one", async () => {
    const { connect, announce, hub } = scene()
    const [orderId, other] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']
    const client = connect(0, orderId)
    await setTimeout(20)
    announce([eventOf(1, { orderId }), eventOf(2, { orderId: other }), eventOf(3, { orderId, status: 'completed' })])
    await client.ended
    expect(client.seqs).toEqual([1, 3])
    expect(hub.size()).toBe(0)
  })

  it('lets every client go when the service stops', async () => {
    const { connect } = scene()
    const clients = [connect(), connect()]
    stopping.abort()
    await Promise.all(clients.map(({ ended }) => ended))
    expect(clients.map(({ writes }) => String(writes.at(-1)))).toEqual(
      clients.map(() => expect.stringMatching(/^retry: \d+\n\n$/)),
    )
  })
})
