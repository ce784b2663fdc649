/** Every pair of filters in every order, read in pages, against the same done in memory: plans differ, answers do not. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { seedOrders } from '../../bench/seed.ts'
import { type OrderRow, orderOf } from '../../src/db/order.rows.ts'
import { listStatement, makeOrderLister } from '../../src/db/order-list.store.ts'
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
      expect([filter, await lister().count(filter, 1_000)]).toEqual([filter, matches.length])
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
/** Few matches are sorted, and many are met in the order of the list. */
const lists = (['asc', 'desc'] as const).flatMap((direction) =>
  (['created_at', 'updated_at'] as const).flatMap((sort) =>
    (['met', 'sorted', 'chosen'] as const).map((way) => ({ sort, direction, way })),
  ),
)
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
  const { sql, params } = listStatement(query, way === 'sorted' ? 1_000 : undefined)
  const rows = await database.sql.query<OrderRow>(sql, params)
  return rows.filter(({ order_json }) => order_json !== null).map(orderOf)
}

it('counts no further than it is asked to', async () => {
  expect(await lister().count({ sourceChain: 'devnet_a' }, 7)).toBe(7)
  expect(await lister().count({ asset: 'devnet_a:usdc' }, 7)).toBe(7)
  expect(await lister().count({ statuses: ['completed'] }, 7)).toBeGreaterThan(7)
})

it('meets the matches where more than may be sorted are found', async () => {
  const query = {
    filter: { asset: 'devnet_a:usdc' },
    sort: 'updated_at',
    direction: 'asc',
    from: { offset: 0 },
  } as const
  const ids = async (most: number) =>
    (await makeOrderLister(database.sql, most).list({ ...query, limit: 50 })).map(({ orderId }) => orderId)
  expect(await ids(3)).toEqual(await ids(1_000))
})
