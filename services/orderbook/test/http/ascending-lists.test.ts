/**
 * Ascending lists, read by cursor while orders and changes are committed later than the time that they carry: a
 * transaction takes its time first, and may wait.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type OrderPageWire, orderPageSchema } from '@tandem/contracts'
import { unchecked } from '@tandem/service-kit/testing'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import { errorOf, resultOf } from '../support/api.ts'
import { anIntent, anOrder, aQuote, randomAddress } from '../support/builders.ts'
import { startTestOrderbook, type TestOrderbook } from '../support/orderbook.ts'

let book: TestOrderbook
beforeAll(async () => {
  book = await startTestOrderbook('ascending_lists')
})
afterAll(() => book.stop())

const start = Date.UTC(2026, 10, 20)
const minute = (minutes: number) => new Date(start + minutes * 60_000)

type Held = { orderId: string; commit: () => Promise<void> }

/** Stores an order with this time, in a transaction that stays open until it is told to commit. */
async function holdOrder(userId: string, createdAt: Date, creator = randomAddress()): Promise<Held> {
  const quote = aQuote()
  const shared = { createdAt, updatedAt: createdAt }
  const order = anOrder({
    quoteId: quote.quoteId,
    userId,
    createdAt,
    source: anIntent('source', { ...shared, creator }),
  })
  return hold(order.orderId, (opened) => makeOrderStore(book.database.sql).create(order, quote, async () => opened()))
}

/** Changes an order as the watcher does, in a transaction that stays open until it is told to commit. */
const holdChange = (orderId: string, updatedAt: Date): Promise<Held> =>
  hold(orderId, (opened) =>
    book.database.sql.transaction(async (tx) => {
      await tx.query(
        unchecked(`WITH moved AS (
           UPDATE orders SET updated_at = $2, last_event_seq = last_event_seq + 1 WHERE order_id = $1::uuid
           RETURNING order_id, last_event_seq, status)
         INSERT INTO order_events (order_id, order_seq, type, status, previous_status, created_at)
         SELECT order_id, last_event_seq, 'order.status_changed', status, status, $2 FROM moved`),
        [orderId, updatedAt],
      )
      await opened()
    }),
  )

async function hold(orderId: string, run: (opened: () => Promise<void>) => Promise<unknown>): Promise<Held> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let done: Promise<unknown> = Promise.resolve()
  await new Promise<void>((opened, failed) => {
    done = run(() => {
      opened()
      return released
    })
    done.catch(failed)
  })
  return {
    orderId,
    commit: async () => {
      release()
      await done
    },
  }
}

async function store(userId: string, createdAt: Date, creator?: `0x${string}`): Promise<string> {
  const { orderId, commit } = await holdOrder(userId, createdAt, creator)
  await commit()
  return orderId
}

const list = async (query: string, cursor?: string | null): Promise<OrderPageWire> => {
  const from = cursor === undefined || cursor === null ? '' : `&cursor=${cursor}`
  return resultOf(await book.api.get(`/orders?order=asc&${query}${from}`), orderPageSchema)
}
const idsOf = ({ data }: OrderPageWire) => data.map(({ order_id }) => order_id)

describe('GET /orders?order=asc', () => {
  it('gives an order that was stored behind the place of the cursor first on the next page', async () => {
    const first = await store('ann', minute(0))
    const late = await holdOrder('ann', minute(1))
    const [second, third] = [await store('ann', minute(2)), await store('ann', minute(3))]
    const page = await list('user_id=ann&limit=2')
    expect(idsOf(page)).toEqual([first, second])
    await late.commit()
    const next = await list('user_id=ann&limit=2', page.next_cursor)
    expect(idsOf(next)).toEqual([late.orderId, third])
    expect(next.next_cursor).toBeNull()
    expect(idsOf(await list('user_id=ann&limit=2', next.resume_cursor))).toEqual([])
  })

  it('gives on from its end what has come since, each order once, however many were late', async () => {
    const late = await Promise.all([4, 3, 2, 1, 0].map((at) => holdOrder('bob', minute(at))))
    const newest = await store('bob', minute(9))
    let page = await list('user_id=bob&limit=2')
    expect([idsOf(page), page.next_cursor]).toEqual([[newest], null])
    for (const one of late) await one.commit()
    const after = await store('bob', minute(10))
    const found: string[] = []
    for (let more = true; more; more = page.next_cursor !== null) {
      page = await list('user_id=bob&limit=2', page.resume_cursor)
      expect(page.data.length).toBeLessThanOrEqual(2)
      found.push(...idsOf(page))
    }
    expect(found.at(-1)).toBe(after)
    expect(found.toSorted()).toEqual([...late.map(({ orderId }) => orderId), after].toSorted())
    expect(idsOf(await list('user_id=bob&limit=2', page.resume_cursor))).toEqual([])
  })

  it('begins an empty list with a cursor that goes on to its first order', async () => {
    const empty = await list('user_id=cid')
    expect(empty).toMatchObject({ data: [], next_cursor: null, resume_cursor: expect.any(String) })
    const order = await store('cid', minute(0))
    expect(idsOf(await list('user_id=cid', empty.resume_cursor))).toEqual([order])
    expect(resultOf(await book.api.get('/orders?user_id=cid'), orderPageSchema).resume_cursor).toBeNull()
  })

  it('has no cursor to read on from where a page lies beyond the end', async () => {
    await store('fay', minute(0))
    const query = '/orders?order=asc&user_id=fay&limit=1&page='
    const [last, beyond] = [await book.api.get(`${query}1`), await book.api.get(`${query}2`)]
    expect(resultOf(last, orderPageSchema).resume_cursor).not.toBeNull()
    expect(resultOf(beyond, orderPageSchema)).toMatchObject({ data: [], next_cursor: null, resume_cursor: null })
  })

  it.each(['address', 'asset', 'status', 'created_before'])('does so with a filter by %s', async (filter) => {
    const [user, creator] = [`filtered by ${filter}`, randomAddress()]
    const value = {
      address: creator,
      asset: 'devnet_a:usdc',
      status: 'created',
      created_before: minute(9).toISOString(),
    }
    const query = `user_id=${user}&${filter}=${value[filter as keyof typeof value]}&limit=1`
    const late = await holdOrder(user, minute(0), creator)
    const [first, second] = [await store(user, minute(1), creator), await store(user, minute(2), creator)]
    const page = await list(query)
    await late.commit()
    const next = await list(query, page.next_cursor)
    const last = await list(query, next.next_cursor)
    expect([page, next, last].flatMap(idsOf)).toEqual([first, late.orderId, second])
  })

  it('by updated_at gives an order whose change was stored behind the place of the cursor', async () => {
    const [moved, other, last] = [
      await store('dan', minute(0)),
      await store('dan', minute(1)),
      await store('dan', minute(4)),
    ]
    const change = await holdChange(moved, minute(2))
    await (await holdChange(other, minute(3))).commit()
    const query = 'user_id=dan&sort=updated_at&limit=2'
    const page = await list(query)
    expect(idsOf(page)).toEqual([moved, other])
    await change.commit()
    const next = await list(query, page.next_cursor)
    expect(idsOf(next)).toEqual([moved, last])
    expect(next.data[0]?.updated_at).toBe(minute(2).toISOString())
  })

  it('skips and repeats none of the orders of eight writers that commit late', async () => {
    const [writers, each] = [8, 12]
    const clock = { at: 0 }
    const stored: string[] = []
    const write = async () => {
      for (let count = 0; count < each; count += 1) {
        clock.at += 1
        const order = await holdOrder('writers', new Date(start + clock.at))
        await sleep(Math.random() * 20)
        await order.commit()
        stored.push(order.orderId)
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, write))
    let isWritten = false
    writing.then(
      () => {
        isWritten = true
      },
      () => undefined,
    )
    const found: string[] = []
    let cursor: string | null = null
    for (let isLast = false; !isLast; ) {
      const wasWritten = isWritten
      const page: OrderPageWire = await list('user_id=writers&limit=5', cursor)
      found.push(...idsOf(page))
      cursor = page.resume_cursor
      isLast = wasWritten && page.next_cursor === null
    }
    await writing
    expect(found).toHaveLength(writers * each)
    expect(found.toSorted()).toEqual(stored.toSorted())
  })

  it('refuses a cursor with a number that no event has, and one from before the events that are kept', async () => {
    await store('eve', minute(0))
    await store('eve', minute(1))
    const { next_cursor: cursor } = await list('user_id=eve&limit=1')
    const withSeq = (seq: string) => {
      const text = Buffer.from(cursor ?? '', 'base64url').toString()
      return Buffer.from(text.replace(/\d+$/, seq)).toString('base64url')
    }
    const codeOf = async (seq: string) =>
      errorOf(await book.api.get(`/orders?order=asc&user_id=eve&limit=1&cursor=${withSeq(seq)}`)).code
    expect(await codeOf('999999999999999')).toBe('INVALID_CURSOR')
    expect(await codeOf('-1')).toBe('INVALID_CURSOR')
    expect(await codeOf('1 OR true')).toBe('INVALID_CURSOR')
    expect((await list('user_id=eve&limit=1', withSeq('1'))).data).toHaveLength(1)
    await book.database.sql.query(
      unchecked(`INSERT INTO stats_counters (name, value) VALUES ('events_pruned_seq', 2)`),
      [],
    )
    expect(await codeOf('1')).toBe('INVALID_CURSOR')
  })

  it('looks for late orders in 5,000 events a request, however old the cursor is, and finds each', async () => {
    const [first, late] = [await store('gus', minute(0)), await holdOrder('gus', minute(1))]
    const second = await store('gus', minute(2))
    const page = await list('user_id=gus&limit=2')
    expect(idsOf(page)).toEqual([first, second])
    await book.database.sql.query(
      unchecked(`INSERT INTO order_events (order_id, order_seq, type, status, previous_status, created_at)
       SELECT $1::uuid, place, 'order.status_changed', 'created', 'created', $2 FROM generate_series(2, 5500) place`),
      [first, minute(0)],
    )
    await list('user_id=gus')
    await late.commit()
    const seqOf = (cursor: string | null) =>
      Number(
        Buffer.from(cursor ?? '', 'base64url')
          .toString()
          .split('.')
          .at(-1),
      )
    const short = await list('user_id=gus&limit=2', page.resume_cursor)
    expect([idsOf(short), short.resume_cursor]).toEqual([[], short.next_cursor])
    expect(seqOf(short.next_cursor)).toBe(seqOf(page.resume_cursor) + 5_000)
    const next = await list('user_id=gus&limit=2', short.next_cursor)
    expect([idsOf(next), next.next_cursor]).toEqual([[late.orderId], null])
  })
})
