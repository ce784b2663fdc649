import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type OrderPageWire, orderPageSchema, orderSchema, statsSchema } from '@tandem/contracts'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { uuidV7 } from '../../src/uuid-v7.ts'
import { createOrder, errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { anIntent, anOrder, aQuote, randomAddress, randomHash } from '../support/builders.ts'
import { startOrderbook, useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('lists')
const ids: string[] = []
const txHash = randomHash()
const deliveryTxHash = randomHash()
const address = randomAddress()
const commitmentHash = randomHash()
const vault = randomAddress()

/**
 * Inserts 45 orders a minute apart, the oldest first. Even ones belong to the user `even`, and every tenth comes from
 * devnet_c.
 */
beforeAll(async () => {
  const store = makeOrderStore(book.database.sql)
  const start = Date.UTC(2026, 10, 20)
  for (let index = 0; index < 45; index += 1) {
    const createdAt = new Date(start + index * 60_000)
    const shared = { createdAt, updatedAt: createdAt, commitmentHash: index === 7 ? commitmentHash : randomHash() }
    const chain = index % 10 === 0 ? 'devnet_c' : 'devnet_a'
    const quote = aQuote()
    const order = anOrder({
      orderId: uuidV7(createdAt.getTime(), randomBytes(10)),
      quoteId: quote.quoteId,
      userId: index % 2 === 0 ? 'even' : 'odd',
      createdAt,
      source: anIntent('source', { ...shared, chain, asset: `${chain}:usdc` }),
      destination: anIntent('destination', {
        ...shared,
        ...(index === 12 ? { recipient: address } : {}),
        ...(index === 9 ? { swapId: vault } : {}),
      }),
    })
    expect(await store.create(order, quote)).toBe('created')
    ids.push(order.orderId)
  }
  const { prisma } = book.database
  await prisma.intent.update({
    where: { orderId_side: { orderId: ids[3] ?? '', side: 'source' } },
    data: { createTxHash: txHash, createBlockNumber: 1, createTimestamp: new Date(start) },
  })
  await prisma.intent.update({
    where: { orderId_side: { orderId: ids[5] ?? '', side: 'destination' } },
    data: { deliveryTxHash },
  })
  for (const index of [3, 4]) {
    const status = index === 3 ? 'source_initiated' : 'expired'
    const updatedAt = new Date(start + 86_400_000 + index)
    await prisma.order.update({ where: { orderId: ids[index] ?? '' }, data: { status, updatedAt, lastEventSeq: 2 } })
    await prisma.orderEvent.create({
      data: {
        orderId: ids[index] ?? '',
        orderSeq: 2,
        type: 'order.status_changed',
        status,
        previousStatus: 'created',
        createdAt: updatedAt,
      },
    })
  }
})

const list = async (query: string, path = '/orders'): Promise<OrderPageWire> =>
  resultOf(await book.api.get(`${path}?${query}`), orderPageSchema)
const idsOf = (page: OrderPageWire) => page.data.map((order) => order.order_id)
const newestFirst = () => [...ids].reverse()

describe('GET /orders of hops', () => {
  it('finds a hop by the chain and the asset that were asked for', async () => {
    const hops = await startOrderbook('hop_lists')
    const asked = { destination_asset: 'devnet_c:usdc' }
    const quote = await requestQuote(hops.api, asked)
    const hop = resultOf(await hops.api.post('/orders').send(orderBody(quote)), orderSchema)
    const direct = await createOrder(hops.api)
    expect(hop.receives).toMatchObject({
      chain: 'devnet_c',
      asset: 'devnet_c:usdc',
      recipient: hop.destination_intent.recipient,
      token_address: hop.destination_intent.final_token_address,
      amount: quote.destination.amount,
    })
    const { chain, asset, token_address, recipient, amount } = direct.destination_intent
    expect(direct.receives).toEqual({ chain, asset, token_address, recipient, amount })
    const found = async (query: string) =>
      idsOf(resultOf(await hops.api.get(`/orders?${query}`), orderPageSchema)).map((id) =>
        id === hop.order_id ? 'hop' : 'direct',
      )
    expect(await found('dest_chain=devnet_c')).toEqual(['hop'])
    expect(await found('dest_chain=devnet_b')).toEqual(['direct'])
    expect(await found('asset=devnet_c:usdc')).toEqual(['hop'])
    expect(await found('asset=devnet_b:usdc')).toEqual(['direct'])
    const stats = resultOf(await hops.api.get('/stats'), statsSchema)
    expect(stats.top_chain_pairs.map(({ dest_chain }) => dest_chain)).toEqual(['devnet_b', 'devnet_c'])
    expect(stats.top_assets).toContainEqual(expect.objectContaining({ asset: 'devnet_c:usdc', order_count: 1 }))
    expect(stats.top_assets).toContainEqual(expect.objectContaining({ asset: 'devnet_b:usdc', order_count: 1 }))
  })
})

describe('GET /orders', () => {
  it('answers the newest 20 first, and how many there are', async () => {
    const page = await list('')
    expect(idsOf(page)).toEqual(newestFirst().slice(0, 20))
    expect(page).toMatchObject({ page: 1, limit: 20, total: 45, total_pages: 3, has_more: true })
  })

  it('answers a later page, and an empty one beyond the last', async () => {
    expect(idsOf(await list('page=3&limit=20'))).toEqual(newestFirst().slice(40))
    expect(await list('page=9&limit=20')).toMatchObject({ data: [], page: 9, total: 45, next_cursor: null })
  })

  it('answers orders by a list of their identifiers, and leaves out what no order has', async () => {
    const wanted = [ids[3], ids[30], ids[12]]
    const page = await list(`order_ids=${[...wanted, uuidV7(0, randomBytes(10))].join(',')}`)
    expect(idsOf(page)).toEqual([ids[30], ids[12], ids[3]])
    expect(page).toMatchObject({ total: 3, next_cursor: null, has_more: false })
    const tooMany = Array.from({ length: 101 }, () => ids[0]).join(',')
    expect(errorOf(await book.api.get(`/orders?order_ids=${tooMany}`))).toMatchObject({ status: 400 })
    expect(errorOf(await book.api.get('/orders?order_ids=not-an-id'))).toMatchObject({ status: 400 })
  })

  it('reads an address and an asset page by page, each order once', async () => {
    for (const filter of [
      `address=${address}`,
      'asset=devnet_c:usdc',
      'asset=devnet_b:usdc&user_id=odd&status=created',
    ]) {
      const whole = idsOf(await list(`${filter}&limit=100`))
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: OrderPageWire = await list(`${filter}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
        paged.push(...idsOf(page))
        cursor = page.next_cursor
      }
      expect(paged).toEqual(whole)
      expect(idsOf(await list(`${filter}&limit=2&page=2`))).toEqual(whole.slice(2, 4))
      expect(new Set(whole).size).toBe(whole.length)
    }
  })

  it('reads everything once by cursor while new orders arrive', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    const expected = newestFirst()
    do {
      const page: OrderPageWire = await list(`limit=7${cursor === null ? '' : `&cursor=${cursor}`}`)
      seen.push(...idsOf(page))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(expected)
  })

  it('answers the oldest first, page by page', async () => {
    const first = await list('order=asc&limit=5')
    expect(idsOf(first)).toEqual(ids.slice(0, 5))
    expect(idsOf(await list(`order=asc&limit=5&cursor=${first.next_cursor}`))).toEqual(ids.slice(5, 10))
  })

  it('says whether the total is exact', async () => {
    const exact = { total: 45, total_is_exact: true }
    expect(await list('limit=2')).toMatchObject(exact)
    expect(await list('asset=devnet_b:usdc&limit=2')).toMatchObject(exact)
    const { next_cursor } = await list('asset=devnet_b:usdc&limit=40')
    expect(await list(`asset=devnet_b:usdc&limit=40&cursor=${next_cursor}`)).toMatchObject(exact)
    expect(await list('asset=devnet_b:usdc&limit=2&page=30')).toMatchObject({ ...exact, data: [] })
  })

  it.each<[string, string, () => (string | undefined)[]]>([
    ['status', 'status=source_initiated', () => [ids[3]]],
    ['several statuses', 'status=source_initiated,expired', () => [ids[4], ids[3]]],
    ['user_id', 'user_id=even&limit=100', () => newestFirst().filter((_id, index) => index % 2 === 0)],
    ['source_chain', 'source_chain=devnet_c', () => [40, 30, 20, 10, 0].map((index) => ids[index])],
    ['dest_chain', 'dest_chain=devnet_a', () => []],
    ['asset', 'asset=devnet_c:usdc&limit=2', () => [ids[40], ids[30]]],
    ['address', `address=${address}`, () => [ids[12]]],
    ['address in lower case', `address=${address.toLowerCase()}`, () => [ids[12]]],
    ['swap_id', `swap_id=${vault}`, () => [ids[9]]],
    ['tx_hash', `tx_hash=${txHash}`, () => [ids[3]]],
    ['tx_hash of a delivery', `tx_hash=${deliveryTxHash}`, () => [ids[5]]],
    ['commitment_hash', `commitment_hash=${commitmentHash}`, () => [ids[7]]],
    ['created_after', 'created_after=2026-11-20T00:42:00Z', () => [ids[44], ids[43]]],
    ['created_before', 'created_before=2026-11-20T00:02:00Z', () => [ids[1], ids[0]]],
    ['updated_after', 'updated_after=2026-11-20T12:00:00Z', () => [ids[4], ids[3]]],
    [
      'a combination',
      'user_id=even&source_chain=devnet_c&created_after=2026-11-20T00:25:00Z',
      () => [ids[40], ids[30]],
    ],
  ])('filters by %s', async (_name, query, expected) => {
    const page = await list(query)
    expect(idsOf(page)).toEqual(expected().slice(0, page.limit))
    if (page.next_cursor === null) expect(page.total).toBe(page.data.length)
  })

  it.each([
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['limit=101', 'limit'],
    ['limit=0', 'limit'],
    ['status=done', 'status'],
    ['asset=usdc', 'asset'],
    ['address=0x1', 'address'],
    ['created_after=yesterday', 'created_after'],
    ['order=up', 'order'],
    ['sort=created_at', 'sort'],
    ['hub_chain=devnet_b', 'hub_chain'],
    ['swap_id=0x1', 'swap_id'],
    ['unknown=1', 'unknown'],
  ])('rejects %s, naming the field', async (query, field) => {
    const error = errorOf(await book.api.get(`/orders?${query}`))
    expect(error).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(error.details?.issues?.map(({ path }) => path.split('.')[0])).toContain(field)
  })

  it('says to use the cursor beyond 10,000 rows', async () => {
    expect(errorOf(await book.api.get('/orders?page=101&limit=100'))).toMatchObject({
      status: 400,
      code: 'PAGE_TOO_DEEP',
    })
  })

  it('rejects a cursor of another list, and one that was made up', async () => {
    const { next_cursor } = await list('limit=5')
    const others = ['&order=asc', '&status=created', '&user_id=user-1', '&asset=devnet_a:usdc']
    for (const cursor of [...others.map((other) => next_cursor + other), 'bm9uc2Vuc2U']) {
      expect(errorOf(await book.api.get(`/orders?cursor=${cursor}`))).toMatchObject({ code: 'INVALID_CURSOR' })
    }
  })

  it('counts the same before and after the roll-ups are folded', async () => {
    const totals = async () =>
      Promise.all(
        ['', 'status=created', 'status=created,expired', 'user_id=odd', 'user_id=nobody'].map(
          async (query) => (await list(query)).total,
        ),
      )
    const before = await totals()
    expect(before).toEqual([45, 43, 44, 22, 0])
    await foldStats(book.database.prisma)
    expect(await totals()).toEqual(before)
  })
})

describe('GET /orders/user/{user_id}', () => {
  it("answers only that user's orders", async () => {
    const page = await list('limit=100', '/orders/user/odd')
    expect(idsOf(page)).toEqual(newestFirst().filter((_id, index) => index % 2 === 1))
    expect(page.total).toBe(22)
  })

  it('answers an empty page for a user without orders', async () => {
    expect(await list('', '/orders/user/nobody')).toMatchObject({ data: [], total: 0, total_pages: 0 })
  })

  it('does not take user_id as a filter', async () => {
    expect(errorOf(await book.api.get('/orders/user/odd?user_id=even'))).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
