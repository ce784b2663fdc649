import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { command } from '@tandem/service-kit'
import { makeEventStore } from '../../src/events/db/event.store.ts'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import type { Order } from '../../src/orders/domain/order.ts'
import { makeQuoteStore } from '../../src/quotes/db/quote.store.ts'
import { aHop, anIntent, anOrder, aQuote } from '../support/builders.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('order_store')
async function countEverything(): Promise<number[]> {
  const { prisma } = database
  return Promise.all([
    prisma.order.count(),
    prisma.intent.count(),
    prisma.orderEvent.count(),
    prisma.quote.count({ where: { consumedAt: { not: null } } }),
  ])
}

describe('create', () => {
  it('stores an order that reads back as it was', async () => {
    const store = makeOrderStore(database.sql)
    const quote = aQuote()
    const order = anOrder({ quoteId: quote.quoteId })
    expect(await store.create(order, quote)).toBe('created')
    const { volumeUsd: _volume, clientHash: _client, ...expected } = order
    expect(await store.find(order.orderId)).toEqual(expected)
  })

  it('keeps amounts beyond 2^53 and every hop field exactly', async () => {
    const store = makeOrderStore(database.sql)
    const quote = aQuote({ routeType: 'hop', hopRelayerFee: 7n })
    const hop = aHop({ relayerFee: 10n ** 40n + 1n })
    const destination = anIntent('destination', { amount: 2n ** 128n - 1n, hop, bridgeState: 'none' })
    const order = anOrder({ quoteId: quote.quoteId, routeType: 'hop', destination })
    expect(await store.create(order, quote)).toBe('created')
    expect((await store.find(order.orderId))?.destination).toEqual(destination)
  })

  it('makes one order of 40 concurrent creations with one quote', async () => {
    const store = makeOrderStore(database.sql)
    const quote = aQuote()
    await makeQuoteStore(database.sql).insert(quote, new Date())
    const [orders = 0, intents = 0, events = 0, quotes = 0] = await countEverything()
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => store.create(anOrder({ quoteId: quote.quoteId }), quote)),
    )
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'quote_consumed')).toHaveLength(39)
    expect(await countEverything()).toEqual([orders + 1, intents + 2, events + 1, quotes + 1])
  })

  it('consumes a quote of a remote service, which has no row before, exactly once too', async () => {
    const store = makeOrderStore(database.sql)
    const quote = aQuote()
    const create = () => store.create(anOrder({ quoteId: quote.quoteId }), quote)
    expect((await Promise.all([create(), create(), create()])).sort()).toEqual([
      'created',
      'quote_consumed',
      'quote_consumed',
    ])
  })

  it('refuses a commitment hash that another order has, and leaves the quote unconsumed', async () => {
    const store = makeOrderStore(database.sql)
    const first = aQuote()
    const order = anOrder({ quoteId: first.quoteId })
    await store.create(order, first)
    const before = await countEverything()
    const second = aQuote()
    const reuse = anOrder({
      quoteId: second.quoteId,
      source: anIntent('source', { commitmentHash: order.source.commitmentHash }),
      destination: anIntent('destination', { commitmentHash: order.source.commitmentHash }),
    })
    expect(await store.create(reuse, second)).toBe('commitment_reused')
    expect(await countEverything()).toEqual(before)
  })

  it('refuses of many creations at once only the one whose hash another order has', async () => {
    const store = makeOrderStore(database.sql)
    const [first, ...quotes] = Array.from({ length: 20 }, () => aQuote())
    const taken = anOrder({ quoteId: first?.quoteId ?? '' })
    await store.create(taken, first ?? aQuote())
    const outcomes = await Promise.all(
      quotes.map((quote, index) => {
        const { commitmentHash } = index === 7 ? taken.source : anIntent('source')
        const sides = {
          source: anIntent('source', { commitmentHash }),
          destination: anIntent('destination', { commitmentHash }),
        }
        return store.create(anOrder({ quoteId: quote.quoteId, ...sides }), quote)
      }),
    )
    expect(outcomes.map((outcome) => outcome === 'created')).toEqual(quotes.map((_, index) => index !== 7))
    expect(outcomes[7]).toBe('commitment_reused')
  })

  it('makes one order of each hash of many that come in opposite orders', async () => {
    const stores = [makeOrderStore(database.sql), makeOrderStore(database.sql)]
    const hashes = Array.from({ length: 30 }, () => anIntent('source').commitmentHash)
    const outcomes = await Promise.all(
      stores.flatMap((store, way) =>
        (way === 0 ? hashes : hashes.toReversed()).map((commitmentHash) => {
          const quote = aQuote()
          const sides = {
            source: anIntent('source', { commitmentHash }),
            destination: anIntent('destination', { commitmentHash }),
          }
          return store.create(anOrder({ quoteId: quote.quoteId, ...sides }), quote)
        }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(hashes.length)
    expect(outcomes.filter((outcome) => outcome === 'commitment_reused')).toHaveLength(hashes.length)
  })

  it('writes the first event of the order', async () => {
    const quote = aQuote()
    const order = anOrder({ quoteId: quote.quoteId })
    await makeOrderStore(database.sql).create(order, quote)
    const [event, ...others] = await makeEventStore(database.prisma).listOfOrder(order.orderId, 0, 10)
    expect(others).toEqual([])
    expect(event).toMatchObject({ orderSeq: 1, type: 'order.created', status: 'created', fact: null })
  })
})

describe('find', () => {
  async function stored() {
    const quote = aQuote()
    const order = anOrder({ quoteId: quote.quoteId })
    const store = makeOrderStore(database.sql)
    await store.create(order, quote)
    const write = (sql: string, ...values: unknown[]) => database.prisma.$executeRawUnsafe(sql, ...values)
    return { store, order, write, read: () => store.find(order.orderId) }
  }

  it('gives each of the readers of one moment its own order', async () => {
    const [one, other] = await Promise.all([stored(), stored()])
    const { store } = one
    const together = await Promise.all([
      one.read(),
      store.find(other.order.orderId),
      store.find(randomUUID()),
      one.read(),
    ])
    const ids = [one.order.orderId, other.order.orderId, undefined, one.order.orderId]
    expect(together.map((order) => order?.orderId)).toEqual(ids)
  })

  it.each<[string, string, (order: Order) => unknown]>([
    ['a status', `UPDATE orders SET status = 'expired' WHERE order_id = $1::uuid`, ({ status }) => status],
    [
      'a fact of the source',
      `UPDATE intents SET create_tx_hash = '0x07', create_block_number = 7, create_timestamp = now()
       WHERE order_id = $1::uuid AND side = 'source'`,
      ({ source }) => source.create?.txHash,
    ],
    [
      'a fact of the destination',
      `UPDATE intents SET commitment = '0x08' WHERE order_id = $1::uuid AND side = 'destination'`,
      ({ destination }) => destination.commitment,
    ],
    [
      'the bridge',
      `UPDATE intents SET bridge_state = 'delivered' WHERE order_id = $1::uuid AND side = 'destination'`,
      ({ destination }) => destination.bridgeState,
    ],
  ])('tells at once of %s', async (_case, sql, of) => {
    const { order, write, read } = await stored()
    const before = await read()
    await write(sql, order.orderId)
    const after = await read()
    expect(after && of(after)).not.toEqual(before && of(before))
    await write(`UPDATE intents SET contradiction = 'no' WHERE order_id = $1::uuid`, order.orderId)
    expect((await read())?.source.contradiction).toBe('no')
  })

  it('tells nothing of a transaction that was rolled back', async () => {
    const { order, read } = await stored()
    const before = await read()
    const undone = database.sql.transaction(async (tx) => {
      await tx.query(command(`UPDATE orders SET status = 'expired' WHERE order_id = '${order.orderId}'`), [])
      expect(await read()).toEqual(before)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await read()).toEqual(before)
  })
})

describe('the sequence of events', () => {
  it('is dense and complete for readers that poll while 100 orders are made', async () => {
    const store = makeOrderStore(database.sql)
    const events = makeEventStore(database.prisma)
    const seen: number[] = []
    let last = (await events.listAll(0, 10_000)).at(-1)?.seq ?? 0
    const start = last
    let isWriting = true
    const readAll = async () => {
      for (const event of await events.listAll(last, 1_000)) {
        seen.push(event.seq)
        last = event.seq
      }
    }
    const reader = (async () => {
      while (isWriting) await readAll()
      await readAll()
    })()
    await Promise.all(
      Array.from({ length: 40 }, () => {
        const quote = aQuote()
        return store.create(anOrder({ quoteId: quote.quoteId }), quote)
      }),
    )
    isWriting = false
    await reader
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => start + index + 1))
  })
})
