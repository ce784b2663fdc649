/** Every pair of filters in every order, read in pages, against the same done in memory: plans differ, answers do not. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ListOrdersQuery } from '@tandem/contracts'
import type { Sql } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { seedOrders } from '../../bench/seed.ts'
import { makeOrderLister } from '../../src/orders/db/order-list.store.ts'
import type { Order } from '../../src/orders/domain/order.ts'
import { makeListOrders } from '../../src/orders/list-orders.ts'
import type { Keyset, OrderFilter, SortDirection, SortField } from '../../src/orders/ports.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'

let database: MigratedDatabase
let all: Order[]
const lister = () => makeOrderLister(database.sql)

beforeAll(async () => {
  database = await migratedDatabase('order_list')
  await seedOrders({ databaseUrl: database.url, orders: 240, days: 10, isHistory: true })
  // Orders that a clock set back, or days of waiting, put at other times than nearly all have; and hops over a hub.
  await database.sql.query(
    unchecked(`UPDATE orders SET updated_at = created_at + CASE last_event_seq % 2 WHEN 0 THEN interval '1 hour' * power(2, get_byte(decode(substr(commitment_hash, 7, 2), 'hex'), 0) % 13 - 1)
       ELSE interval '-2 seconds' END
     WHERE get_byte(decode(substr(commitment_hash, 3, 2), 'hex'), 0) % 6 = 0`),
    [],
  )
  await database.sql.query(
    unchecked(`UPDATE orders SET hub_asset = dest_asset, dest_asset = 'devnet_l1:usdc', final_amount = 1
     WHERE get_byte(decode(substr(commitment_hash, 5, 2), 'hex'), 0) % 8 = 0`),
    [],
  )
  // Several assets of a chain are asked for.
  await database.sql.query(
    unchecked(`UPDATE orders SET dest_asset = dest_chain || ':eth'
     WHERE hub_asset IS NULL AND get_byte(decode(substr(commitment_hash, 9, 2), 'hex'), 0) % 5 = 0`),
    [],
  )
  await database.sql.query(
    unchecked(`UPDATE intents i SET asset = o.dest_asset FROM orders o
     WHERE o.order_id = i.order_id AND o.hub_asset IS NULL AND i.side = 'destination'`),
    [],
  )
  // One user creates both sides.
  await database.sql.query(
    unchecked(`UPDATE intents SET creator = '0x' || repeat('5', 40)
     WHERE get_byte(decode(substr(commitment_hash, 11, 2), 'hex'), 0) % 3 = 0`),
    [],
  )
  all = (await lister().list({ filter: {}, sort: 'created_at', direction: 'asc', limit: 1_000, from: { offset: 0 } }))
    .orders
})
afterAll(() => database.drop())

/** Each filter with what it means for one order. */
function filters(): [OrderFilter, (order: Order) => boolean][] {
  const middle = all[120] as Order
  const is = (asset: string) => (order: Order) => order.source.asset === asset || askedOf(order) === asset
  const has = (address: string) => (order: Order) =>
    [order.source, order.destination].some((side) =>
      [side.creator, side.recipient, side.swapId].includes(address as never),
    )
  return [
    [{ orderIds: [middle.orderId] }, ({ orderId }) => orderId === middle.orderId],
    [{ statuses: ['completed'] }, ({ status }) => status === 'completed'],
    [{ statuses: ['expired', 'cancelled'] }, ({ status }) => ['expired', 'cancelled'].includes(status)],
    [{ userId: 'user-left' }, ({ userId }) => userId === 'user-left'],
    [{ userId: 'user-none' }, () => false],
    [{ sourceChain: 'devnet_b' }, ({ source }) => source.chain === 'devnet_b'],
    [{ sourceChain: 'devnet_a' }, ({ source }) => source.chain === 'devnet_a'],
    [{ destChain: 'devnet_b' }, (order) => askedOf(order).startsWith('devnet_b:')],
    [{ hubChain: 'devnet_b' }, (order) => isHop(order) && order.destination.chain === 'devnet_b'],
    [{ asset: 'devnet_a:usdc' }, is('devnet_a:usdc')],
    [{ asset: 'devnet_a:dai' }, is('devnet_a:dai')],
    [{ address: `0x${'5'.repeat(40)}` }, has(`0x${'5'.repeat(40)}`)],
    [{ address: `0x${'2'.repeat(40)}` }, has(`0x${'2'.repeat(40)}`)],
    [{ address: `0x${'3'.repeat(40)}` }, has(`0x${'3'.repeat(40)}`)],
    [{ createdAfter: middle.createdAt }, ({ createdAt }) => createdAt > middle.createdAt],
    [{ createdBefore: middle.createdAt }, ({ createdAt }) => createdAt < middle.createdAt],
    [{ updatedAfter: middle.updatedAt }, ({ updatedAt }) => updatedAt > middle.updatedAt],
  ]
}
const hops = new Map<string, string>()
const askedOf = (order: Order) => hops.get(order.orderId) ?? order.destination.asset
const isHop = (order: Order) => hops.has(order.orderId)

it('lists the same as a walk through all orders does', async () => {
  const rows = await database.sql.query(
    unchecked<{ order_id: string; dest_asset: string }>(
      'SELECT order_id, dest_asset FROM orders WHERE hub_asset IS NOT NULL',
    ),
    [],
  )
  for (const { order_id, dest_asset } of rows) hops.set(order_id, dest_asset)
  expect(all).toHaveLength(240)
  expect(hops.size).toBeGreaterThan(5)
  const wrong: unknown[] = []
  let pairs = 0
  const given = filters()
  for (const [index, [one, isOne]] of given.entries())
    for (const [other, isOther] of given.slice(index)) {
      const filter = { ...one, ...other }
      pairs += 1
      // The later value of one filter stands in place of the earlier.
      const isBoth = Object.keys(filter).length < 2
      const matches = all.filter((order) => (isBoth || isOne(order)) && isOther(order))
      expect([filter, await lister().count(filter, 1_000)]).toEqual([filter, matches.length])
      await Promise.all(
        // Two of the eight lists for each pair, in turns: all of them cost 30 s of a core.
        lists
          .filter((_, nth) => isBoth || nth % 4 === pairs % 4)
          .map(async ({ tried, ...list }) => {
            const expected = sorted(matches, list).join()
            if ((await readAll({ ...list, filter }, tried)).join() !== expected) wrong.push({ ...list, filter, tried })
          }),
      )
    }
  expect(wrong).toEqual([])
})

type List = { sort: SortField; direction: SortDirection }
/** With all orders tried for a page, and with so few that most values are too many to be tried. */
const lists = (['created_at', 'updated_at'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).flatMap((direction) => [undefined, 13].map((tried) => ({ sort, direction, tried }))),
)

const timeOf = (order: Order, { sort }: List) => (sort === 'created_at' ? order.createdAt : order.updatedAt)

function sorted(orders: readonly Order[], list: List): string[] {
  const ascending = orders
    .map((order) => ({ key: `${timeOf(order, list).toISOString()} ${order.orderId}`, id: order.orderId }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id)
  return list.direction === 'asc' ? ascending : ascending.reverse()
}

/** In pages, of which the first are short. */
async function readAll(list: List & { filter: OrderFilter }, tried: number | undefined): Promise<string[]> {
  const found: string[] = []
  let from: { offset: number } | { after: Keyset } = { offset: 0 }
  for (let limit = 7; ; limit = tried === undefined ? limit * 100 : 7) {
    const { orders, triedTo } = await makeOrderLister(database.sql, tried).list({ ...list, limit, from })
    found.push(...orders.map(({ orderId }) => orderId))
    const last = orders.at(-1)
    if (orders.length === limit && last !== undefined)
      from = { after: { at: timeOf(last, list), orderId: last.orderId } }
    else if (triedTo !== undefined) from = { after: triedTo }
    else return found
  }
}

it('answers a page by change whose orders become too many to be sorted while it is read', async () => {
  const filter = { asset: 'devnet_a:dai', createdAfter: new Date(0) }
  const page = { sort: 'updated_at', direction: 'asc', filter, limit: 3, from: { offset: 0 } } as const
  const { orders: expected } = await lister().list(page)
  const before = await lister().count(filter, 1_000)
  // As many as are tried, one less than would be too many.
  const tried = before + 1 - page.limit
  const asset = unchecked('UPDATE orders SET source_asset = $1 WHERE order_id = $2')
  const other = (await lister().list({ ...page, direction: 'desc', filter: { asset: 'devnet_b:usdc' } })).orders[0]
  let isOneMore = false
  const sql: Sql = {
    query: async (text, params) => {
      const rows = await database.sql.query(text, params)
      if (!isOneMore) await database.sql.query(asset, [filter.asset, other?.orderId])
      isOneMore = true
      return rows
    },
  }
  const found = await makeOrderLister(sql, tried).list(page)
  await database.sql.query(asset, [other?.source.asset, other?.orderId])
  expect(found.orders.map(({ orderId }) => orderId)).toEqual(expected.map(({ orderId }) => orderId))
})

describe('a page of two values that few orders have together', () => {
  const numbers = { lastSeq: async () => 1_000_000, prunedSeq: async () => 0 }
  const read = () => makeListOrders({ orders: makeOrderLister(database.sql, 1), events: numbers })
  const query: ListOrdersQuery = { source_chain: 'devnet_b', status: ['expired'] }

  it.each(['asc', 'desc'] as const)(
    'ends before it is full, and the next ones lead to every match, %s',
    async (order) => {
      const found: string[] = []
      let pages = 0
      for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
        const page = await read()({ ...query, order, limit: 3, cursor })
        found.push(...page.orders.map(({ orderId }) => orderId))
        cursor = page.nextCursor
      }
      const matches = all.filter(({ source, status }) => source.chain === 'devnet_b' && status === 'expired')
      expect(found).toEqual(sorted(matches, { sort: 'created_at', direction: order }))
      expect(pages).toBeGreaterThan(matches.length / 3 + 1)
    },
  )

  it('is refused by number where it is not the first', async () => {
    const page = read()({ ...query, limit: 3, page: 2 })
    await expect(page).rejects.toMatchObject({ code: 'PAGE_TOO_DEEP' })
  })
})
