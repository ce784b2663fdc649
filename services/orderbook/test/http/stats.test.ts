import { describe, expect, it } from '@jest/globals'
import { statsSchema } from '@tandem/contracts'
import { createOrder, resultOf } from '../support/api.ts'
import { changeStatus as writeStatus } from '../support/change-status.ts'
import { startReplica, useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('stats', {}, { now: () => nowMs })
let nowMs = Date.now()
const changeStatus = (orderId: string, status: string, completionSecs?: number) =>
  writeStatus(book.database.prisma, orderId, status, completionSecs)

const readStats = async () => resultOf(await book.api.get('/stats'), statsSchema)

describe('GET /stats', () => {
  it('counts orders by outcome, their users, volume and time', async () => {
    const orders = [
      await createOrder(book.api, { user_id: 'ann' }),
      await createOrder(book.api, { user_id: 'ann' }),
      await createOrder(book.api, { user_id: 'bob' }),
      await createOrder(book.api, { user_id: 'cid' }),
      await createOrder(book.api, { user_id: 'cid' }),
    ]
    const [first = '', second = '', third = '', fourth = ''] = orders.map((order) => order.order_id)
    await changeStatus(first, 'completed', 30)
    await changeStatus(second, 'completed', 50)
    await changeStatus(third, 'cancelled')
    await changeStatus(fourth, 'expired')
    const window = {
      total_orders: 5,
      completed_orders: 2,
      in_progress_orders: 1,
      cancelled_orders: 2,
      unique_users: 3,
      total_volume_usd: 50,
      avg_completion_time_secs: 40,
    }
    expect(await readStats()).toEqual({
      all_time: window,
      last_24h: window,
      last_7d: window,
      top_chain_pairs: [{ source_chain: 'devnet_a', dest_chain: 'devnet_b', order_count: 5, volume_usd: 50 }],
      top_assets: [
        { asset: 'devnet_a:usdc', symbol: 'USDC', order_count: 5, volume_usd: 50 },
        { asset: 'devnet_b:usdc', symbol: 'USDC', order_count: 5, volume_usd: 50 },
      ],
      hours: expect.any(Array),
      completion_times: null,
    })
    const { hours = [] } = await readStats()
    const sum = (name: 'total_orders' | 'completed_orders' | 'cancelled_orders' | 'total_volume_usd') =>
      hours.reduce((all, hour) => all + hour[name], 0)
    expect([sum('total_orders'), sum('completed_orders'), sum('cancelled_orders')]).toEqual([5, 2, 2])
    expect(sum('total_volume_usd')).toBe(50)
    expect(hours.every(({ hour }) => hour.endsWith(':00:00.000Z'))).toBe(true)
  })

  it('stays the same for two minutes, says how long, and agrees on another replica', async () => {
    const before = await readStats()
    const order = await createOrder(book.api)
    nowMs += 90_000
    const response = await book.api.get('/stats')
    expect(resultOf(response, statsSchema)).toEqual(before)
    expect(response.headers['cache-control']).toBe('public, max-age=30')
    const replica = await startReplica(book, {}, { now: () => nowMs })
    expect(resultOf(await replica.api.get('/stats'), statsSchema)).toEqual(before)
    await replica.stop()
    nowMs += 31_000
    expect((await readStats()).all_time.total_orders).toBe(before.all_time.total_orders + 1)
    expect(order.status).toBe('created')
  })

  it('takes a completion back with the status that a reorg retracted', async () => {
    const { order_id } = await createOrder(book.api)
    const before = (await readStats()).all_time
    await changeStatus(order_id, 'completed', 10)
    await changeStatus(order_id, 'destination_claimed', 10)
    nowMs += 121_000
    expect((await readStats()).all_time).toEqual({ ...before, ...(await totals()) })
  })

  it('leaves a day out of last_24h, and still counts it in last_7d and all_time', async () => {
    nowMs += 26 * 3_600_000
    const stats = await readStats()
    expect(stats.last_24h).toMatchObject({ total_orders: 0, unique_users: 0, avg_completion_time_secs: 0 })
    expect(stats.last_7d.total_orders).toBe(stats.all_time.total_orders)
  })
})

async function totals() {
  const total = await book.database.prisma.order.count()
  return { total_orders: total, in_progress_orders: total - 4, unique_users: 4 }
}
