import { describe, expect, it } from '@jest/globals'
import { bucketsOfHours, bucketsOfOrders, completionTimes, ordersOverTime } from './order-series.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const base = 1_800_000_000

describe('ordersOverTime', () => {
  it('counts orders by spans without gaps, the oldest first', () => {
    const { spanSecs, buckets } = ordersOverTime(
      bucketsOfOrders([
        { created_at: at(base + 130), status: 'completed' },
        { created_at: at(base), status: 'created' },
        { created_at: at(base + 10), status: 'completed' },
      ]),
      { nowSecs: base + 150, leastSpanSecs: 60 },
    )
    expect(spanSecs).toBe(60)
    expect(buckets).toEqual([
      { at: base, created: 2, completed: 1 },
      { at: base + 60, created: 0, completed: 0 },
      { at: base + 120, created: 1, completed: 1 },
    ])
  })

  it('takes longer spans where there would be too many', () => {
    const orders = bucketsOfOrders([{ created_at: at(base), status: 'created' }])
    expect(ordersOverTime(orders, { nowSecs: base + 86_400, leastSpanSecs: 60 }).spanSecs).toBe(3_600)
  })

  it('has one empty span without orders', () => {
    expect(ordersOverTime([], { nowSecs: base, leastSpanSecs: 60 }).buckets).toEqual([
      { at: base, created: 0, completed: 0 },
    ])
  })

  it('sums hours up, and never divides them', () => {
    const sums = { cancelled_orders: 0, total_volume_usd: 0 }
    const hours = bucketsOfHours([
      { hour: at(base), total_orders: 5, completed_orders: 3, ...sums },
      { hour: at(base + 3_600), total_orders: 2, completed_orders: 2, ...sums },
    ])
    const options = { nowSecs: base + 3_700, leastSpanSecs: 3_600 }
    expect(ordersOverTime(hours, options)).toEqual({
      spanSecs: 3_600,
      buckets: [
        { at: base, created: 5, completed: 3 },
        { at: base + 3_600, created: 2, completed: 2 },
      ],
    })
    const week = ordersOverTime(hours, { ...options, nowSecs: base + 6 * 86_400 })
    expect([week.spanSecs, week.buckets[0]]).toEqual([14_400, { at: base, created: 7, completed: 5 }])
  })
})

describe('completionTimes', () => {
  const order = (seconds: number, status: 'completed' | 'created' = 'completed') => ({
    created_at: at(base),
    status,
    source_intent: { claim_timestamp: at(base + seconds) },
    destination_intent: { claim_timestamp: at(base + seconds - 1) },
  })

  it('classes completed swaps by the later of their claims', () => {
    expect(completionTimes([order(10), order(11), order(400), order(4_000), order(5, 'created')])).toEqual({
      counts: [1, 1, 0, 0, 1, 0, 1],
      median: 400,
      p95: 4_000,
    })
  })

  it('says nothing without a completed swap', () => {
    expect(completionTimes([])).toEqual({ counts: [0, 0, 0, 0, 0, 0, 0], median: null, p95: null })
  })
})
