/**
 * Every pair of filters in every order, read in pages, is compared with the same in memory: plans may differ, answers may
 * not.
 */
import { beforeAll, expect, it } from '@jest/globals'
import type { SqlDatabase } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { seedOrders } from '../../bench/seed.ts'
import { makeOrderLister } from '../../src/orders/db/order-list.store.ts'
import type { Order } from '../../src/orders/domain/order.ts'
import type { Keyset, OrderFilter, SortDirection } from '../../src/orders/ports.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('order_list')
let all: Order[]
const lister = () => makeOrderLister(database.sql, 60_000)

beforeAll(async () => {
  await seedOrders({ databaseUrl: database.url, orders: 240, days: 10, isHistory: true })
  // Gives some orders unusual times, as after a clock was set back or after days of waiting, and makes some of them hops.
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
  // A chain gets several assets.
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
  // In some orders one address creates both sides.
  await database.sql.query(
    unchecked(`UPDATE intents SET creator = '0x' || repeat('5', 40)
     WHERE get_byte(decode(substr(commitment_hash, 11, 2), 'hex'), 0) % 3 = 0`),
    [],
  )
  all = await lister().list({ filter: {}, direction: 'asc', limit: 1_000, from: { offset: 0 } })
})

/** Each filter with its meaning for a single order. */
function filters(): [OrderFilter, (order: Order) => boolean][] {
  const middle = all.find(({ source }, index) => index >= 120 && source.create !== null) as Order
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
    [{ asset: 'devnet_a:usdc' }, is('devnet_a:usdc')],
    [{ asset: 'devnet_a:dai' }, is('devnet_a:dai')],
    [{ swapId: middle.source.swapId }, ({ orderId }) => orderId === middle.orderId],
    [{ txHash: middle.source.create?.txHash ?? '' }, ({ orderId }) => orderId === middle.orderId],
    [{ commitmentHash: middle.source.commitmentHash }, ({ orderId }) => orderId === middle.orderId],
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
  const given = filters()
  for (const [index, [one, isOne]] of given.entries())
    for (const [other, isOther] of given.slice(index)) {
      const filter = { ...one, ...other }
      // When both filters set the same field, only the later value counts.
      const isBoth = Object.keys(filter).length < 2
      const matches = all.filter((order) => (isBoth || isOne(order)) && isOther(order))
      const total = (await lister().total(filter)) ?? (await lister().countUpTo(filter, 1_000))
      expect([filter, total]).toEqual([filter, matches.length])
      for (const direction of ['asc', 'desc'] as const)
        if ((await readAll({ direction, filter })).join() !== sorted(matches, direction).join())
          wrong.push({ direction, filter })
    }
  expect(wrong).toEqual([])
})

function sorted(orders: readonly Order[], direction: SortDirection): string[] {
  const ascending = orders
    .map(({ createdAt, orderId }) => ({ key: `${createdAt.toISOString()} ${orderId}`, id: orderId }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id)
  return direction === 'asc' ? ascending : ascending.reverse()
}

/** Reads a list in pages, the first of which is short. */
async function readAll(list: { direction: SortDirection; filter: OrderFilter }): Promise<string[]> {
  const found: string[] = []
  let from: { offset: number } | { after: Keyset } = { offset: 0 }
  for (let limit = 7; ; limit *= 100) {
    const orders = await lister().list({ ...list, limit, from })
    found.push(...orders.map(({ orderId }) => orderId))
    const last = orders.at(-1)
    if (orders.length < limit || last === undefined) return found
    from = { after: { at: last.createdAt, orderId: last.orderId } }
  }
}

it('refuses a list that finds few orders among all too slowly, and names a filter to add', async () => {
  const filter: OrderFilter = { asset: 'devnet_a:dai', statuses: ['completed'] }
  const slow = makeOrderLister(slowly(database.sql), 50)
  const page = { direction: 'desc', limit: 1, from: { offset: 0 } } as const
  await expect(slow.list({ ...page, filter })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { issues: [{ path: 'user_id' }] },
  })
  expect(await slow.countUpTo(filter, 1_000)).toBeUndefined()
  // An index finds a user's orders, so any list of theirs gets the time of an ordinary list.
  const userId = all.find(({ source, status }) => source.asset === 'devnet_a:dai' && status === 'completed')?.userId
  expect(await slow.list({ ...page, filter: { ...filter, userId } })).toHaveLength(1)
})

/** Makes each statement take 100 ms longer in PostgreSQL. */
const slowly = (sql: SqlDatabase): SqlDatabase => ({
  query: sql.query,
  transaction: (work) =>
    sql.transaction((tx) =>
      work({
        query: async (text, values) => {
          const rows = await tx.query(text, values)
          await tx.query(unchecked('SELECT pg_sleep(0.1)'), [])
          return rows
        },
      }),
    ),
})
