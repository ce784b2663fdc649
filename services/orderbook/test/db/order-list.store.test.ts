/** Every pair of filters in every order, read in pages, against the same done in memory: plans differ, answers do not. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Sql } from '@tandem/service-kit'
import { seedOrders } from '../../bench/seed.ts'
import { type OrderRow, orderOf } from '../../src/db/order.rows.ts'
import { someMatches } from '../../src/db/order-filter.ts'
import { listStatement, makeOrderLister } from '../../src/db/order-list.store.ts'
import { narrowed, narrowedByChange } from '../../src/db/order-span.ts'
import type { Order } from '../../src/domain/order.ts'
import type { OrderFilter, SortDirection, SortField } from '../../src/usecases/ports.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'

let database: MigratedDatabase
let all: Order[]
const lister = () => makeOrderLister(database.sql)

beforeAll(async () => {
  database = await migratedDatabase('order_list')
  await seedOrders({ databaseUrl: database.url, orders: 240, days: 10, isHistory: true })
  // Orders that a clock set back, or days of waiting, put at other times than nearly all have; and hops over a hub.
  await database.sql.query(
    `UPDATE orders SET updated_at = created_at + CASE last_event_seq % 2 WHEN 0 THEN interval '1 hour' * power(2, get_byte(decode(substr(commitment_hash, 7, 2), 'hex'), 0) % 13 - 1)
       ELSE interval '-2 seconds' END
     WHERE get_byte(decode(substr(commitment_hash, 3, 2), 'hex'), 0) % 6 = 0`,
    [],
  )
  await database.sql.query(
    `UPDATE orders SET hub_asset = dest_asset, dest_asset = 'devnet_l1:usdc', final_amount = 1
     WHERE get_byte(decode(substr(commitment_hash, 5, 2), 'hex'), 0) % 8 = 0`,
    [],
  )
  // Several assets of a chain are asked for.
  await database.sql.query(
    `UPDATE orders SET dest_asset = dest_chain || ':eth'
     WHERE hub_asset IS NULL AND get_byte(decode(substr(commitment_hash, 9, 2), 'hex'), 0) % 5 = 0`,
    [],
  )
  await database.sql.query(
    `UPDATE intents i SET asset = o.dest_asset FROM orders o
     WHERE o.order_id = i.order_id AND o.hub_asset IS NULL AND i.side = 'destination'`,
    [],
  )
  all = await lister().list({ filter: {}, sort: 'created_at', direction: 'asc', limit: 1_000, from: { offset: 0 } })
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
  const rows = await database.sql.query<{ order_id: string; dest_asset: string }>(
    'SELECT order_id, dest_asset FROM orders WHERE hub_asset IS NOT NULL',
    [],
  )
  for (const { order_id, dest_asset } of rows) hops.set(order_id, dest_asset)
  expect(all).toHaveLength(240)
  expect(hops.size).toBeGreaterThan(5)
  const wrong: unknown[] = []
  const given = filters()
  for (const [index, [one, isOne]] of given.entries())
    for (const [other, isOther] of given.slice(index)) {
      const filter = { ...one, ...other }
      // The later value of one filter stands in place of the earlier.
      const isBoth = Object.keys(filter).length < 2
      const matches = all.filter((order) => (isBoth || isOne(order)) && isOther(order))
      expect([filter, await lister().count(filter)]).toEqual([filter, matches.length])
      await Promise.all(
        lists.map(async ({ way, ...list }) => {
          const expected = sorted(matches, list).join()
          if ((await readAll({ ...list, filter }, way)).join() !== expected) wrong.push({ ...list, filter, way })
        }),
      )
    }
  expect(wrong).toEqual([])
})

type List = { sort: SortField; direction: SortDirection }
/** A list by `updated_at` is one of several statements, by how many match and what is known of them. */
const lists = (['asc', 'desc'] as const).flatMap((direction) => [
  { sort: 'created_at' as const, direction, way: 'met' as const },
  { sort: 'created_at' as const, direction, way: 'since a change' as const },
  { sort: 'updated_at' as const, direction, way: 'met' as const },
  { sort: 'updated_at' as const, direction, way: 'gathered' as const },
  { sort: 'updated_at' as const, direction, way: 'walked' as const },
  { sort: 'updated_at' as const, direction, way: 'chosen' as const },
])
type Reading = (typeof lists)[number]['way']

const timeOf = (order: Order, { sort }: List) => (sort === 'created_at' ? order.createdAt : order.updatedAt)

function sorted(orders: readonly Order[], list: List): string[] {
  const ascending = orders
    .map((order) => ({ key: `${timeOf(order, list).toISOString()} ${order.orderId}`, id: order.orderId }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id)
  return list.direction === 'asc' ? ascending : ascending.reverse()
}

/** In pages, of which the first are short. */
async function readAll(list: List & { filter: OrderFilter }, way: Reading): Promise<string[]> {
  const byId = new Map(all.map((order) => [order.orderId, order]))
  const found: string[] = []
  for (let limit = 7; ; limit *= 100) {
    const last = byId.get(found.at(-1) ?? '')
    const from = last === undefined ? { offset: 0 } : { after: { at: timeOf(last, list), orderId: last.orderId } }
    const page = await readPage({ ...list, limit, from }, way)
    found.push(...page.map(({ orderId }) => orderId))
    if (page.length < limit) return found
  }
}

type Query = Parameters<ReturnType<typeof makeOrderLister>['list']>[0]

async function readPage(query: Query, way: Reading): Promise<Order[]> {
  if (way === 'chosen') return lister().list(query)
  if (way === 'since a change') return readSinceChange(query)
  const narrow = way === 'walked' ? await narrowed(database.sql, query.filter) : query.filter
  if (narrow === undefined) return []
  const { sql, params } = listStatement(
    { ...query, filter: narrow },
    {
      gathered: way === 'gathered' ? (filter, params) => someMatches(filter, params, 1_000) : undefined,
      created: way === 'walked' ? { after: narrow.createdAfter, before: narrow.createdBefore } : undefined,
    },
  )
  return (await database.sql.query<OrderRow>(sql, params)).map(orderOf)
}

/** Of some classes all late orders are read, and of others not. */
async function readSinceChange(query: Query): Promise<Order[]> {
  const filter = await narrowedByChange(database.sql, query.filter, 3)
  const { sql, params } = listStatement({ ...query, filter })
  return (await database.sql.query<OrderRow>(sql, params)).map(orderOf)
}

/** A list store that takes more than forty matches for many, and how many pages it read from the few that precede their end. */
function listerOfMany(meanwhile: () => Promise<unknown> = async () => undefined) {
  const read = { byPage: 0 }
  let isBounded = false
  const sql: Sql = {
    query: async <Row>(text: string, params: readonly unknown[]) => {
      if (isBounded && text.includes('gathered AS')) read.byPage += 1
      const rows = await database.sql.query<Row>(text, params)
      isBounded = text.includes('page.until')
      if (text.includes('page.until')) await meanwhile()
      return rows
    },
  }
  return { list: makeOrderLister(sql, { ofFilter: 40, ofKey: 40, ofChanged: 40 }).list, read }
}

const byChange = { sort: 'updated_at', direction: 'asc' } as const

it('reads the same by change from the few orders that were created before the page ends', async () => {
  const { list, read } = listerOfMany()
  const single = filters().slice(1)
  const given = [...single, ...single.map((one, index) => [{ ...one[0], ...single[(index + 5) % single.length]?.[0] }])]
  const wrong: unknown[] = []
  for (const [filter] of given as [OrderFilter][]) {
    const page = { ...byChange, filter, from: { offset: 0 } }
    const expected = sorted(await lister().list({ ...page, limit: 1_000 }), byChange)
    const found: string[] = []
    for (let last: Order | undefined, limit = 3; ; limit = (limit % 9) + 2) {
      const from = last === undefined ? { offset: 0 } : { after: { at: last.updatedAt, orderId: last.orderId } }
      const orders = await list({ ...page, limit, from })
      found.push(...orders.map(({ orderId }) => orderId))
      last = orders.at(-1)
      if (orders.length < limit) break
    }
    if (found.join() !== expected.join()) wrong.push(filter)
    const third = await list({ ...page, limit: 5, from: { offset: 10 } })
    expect([filter, third.map(({ orderId }) => orderId)]).toEqual([filter, expected.slice(10, 15)])
  }
  expect(wrong).toEqual([])
  expect(read.byPage).toBeGreaterThan(40)
})

describe('a page by change that is read from few orders', () => {
  const page = { ...byChange, filter: { statuses: ['completed'] as const }, limit: 5, from: { offset: 0 } }
  /** The order's change, and how to take it back. */
  async function change({ orderId, updatedAt }: Order, at: Date) {
    const set = (time: Date) =>
      database.sql.query('UPDATE orders SET updated_at = $1 WHERE order_id = $2', [time, orderId])
    await set(at)
    return () => set(updatedAt)
  }

  it('leaves no order out where one changes after it was found', async () => {
    const [first] = (await lister().list(page)) as [Order]
    let takeBack = async (): Promise<unknown> => undefined
    const { list, read } = listerOfMany(async () => {
      takeBack = await change(first, new Date())
    })
    const found = await list(page)
    const expected = await lister().list(page)
    await takeBack()
    expect([found, read.byPage]).toEqual([expected, 1])
    expect(found.map(({ orderId }) => orderId)).not.toContain(first.orderId)
  })

  it('has an order that a clock dated long before it was created', async () => {
    const orders = await lister().list({ ...page, limit: 30 })
    const [first, later] = [orders[0], orders[20]] as [Order, Order]
    const takeBack = await change(later, first.updatedAt)
    const { list, read } = listerOfMany()
    const found = await list(page)
    await takeBack()
    expect([found.map(({ orderId }) => orderId).slice(0, 2), read.byPage]).toEqual([
      [first.orderId, later.orderId].toSorted(),
      1,
    ])
  })
})

it('leaves no order out where one more matches than were counted', async () => {
  // Of two filters the matches of one are counted first, and then gathered.
  const filter = { asset: 'devnet_a:dai', createdAfter: new Date(0) }
  const page = { ...byChange, filter, limit: 1_000, from: { offset: 0 } }
  const before = await lister().list(page)
  const asset = 'UPDATE orders SET source_asset = $1 WHERE order_id = $2'
  // Created between the others: news that comes before or after them, a list need not have.
  const others = await lister().list({ ...page, filter: { asset: 'devnet_b:dai' } })
  const other = others[others.length >> 1]
  let isOneMore = false
  const sql: Sql = {
    query: async <Row>(text: string, params: readonly unknown[]) => {
      const rows = await database.sql.query<Row>(text, params)
      if (text.includes('count(') && !isOneMore) {
        isOneMore = true
        await database.sql.query(asset, [filter.asset, other?.orderId])
      }
      return rows
    },
  }
  const few = before.length
  const found = await makeOrderLister(sql, { ofFilter: few, ofKey: few, ofChanged: few }).list(page)
  const expected = await lister().list(page)
  await database.sql.query(asset, [other?.source.asset, other?.orderId])
  expect(found.map(({ orderId }) => orderId)).toEqual(expected.map(({ orderId }) => orderId))
  expect(found.length).toBe(few + 1)
})

it('looks for late orders in the index of them', async () => {
  const filter = { asset: 'devnet_a:dai' }
  const created = { after: new Date(0), before: new Date() }
  const statement = listStatement(
    { filter, sort: 'updated_at', direction: 'desc', limit: 7, from: { offset: 0 } },
    { created },
  )
  const plan = await database.sql.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_seqscan = off', [])
    await tx.query('SET LOCAL enable_bitmapscan = off', [])
    return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement.sql}`, statement.params)
  })
  // An expression that differs from the index's by a letter would have PostgreSQL walk all orders.
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('using orders_late_idx')
})
