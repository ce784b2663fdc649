import { describe, expect, it } from '@jest/globals'
import { bucketsOfHours, completionBars, ordersOverTime } from './order-series.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const base = 1_800_000_000

const hour = (start: number, total_orders: number, completed_orders: number) => ({
  hour: at(start),
  total_orders,
  completed_orders,
  cancelled_orders: 0,
  total_volume_usd: 0,
})

describe('ordersOverTime', () => {
  it('shows hours without gaps, the oldest first', () => {
    const hours = bucketsOfHours([hour(base, 2, 1), hour(base + 7_200, 1, 1)])
    expect(ordersOverTime(hours, base + 7_300)).toEqual({
      spanSecs: 3_600,
      buckets: [
        { at: base, created: 2, completed: 1 },
        { at: base + 3_600, created: 0, completed: 0 },
        { at: base + 7_200, created: 1, completed: 1 },
      ],
    })
  })

  it('sums hours up where there would be too many spans, and never divides them', () => {
    const hours = bucketsOfHours([hour(base, 5, 3), hour(base + 3_600, 2, 2)])
    const week = ordersOverTime(hours, base + 6 * 86_400)
    expect([week.spanSecs, week.buckets[0]]).toEqual([14_400, { at: base, created: 7, completed: 5 }])
  })

  it('has one empty span without orders', () => {
    expect(ordersOverTime([], base).buckets).toEqual([{ at: base, created: 0, completed: 0 }])
  })
})

describe('completionBars', () => {
  const measured = (...classes: [upTo: number | null, orders: number][]) => ({
    p50_secs: 20,
    p95_secs: 90,
    orders: 6,
    classes: classes.map(([upTo, orders]) => ({ up_to_secs: upTo, orders })),
  })

  it('names each class by its longest time, and the one without an end by the bound before it', () => {
    expect(completionBars(measured([15, 1], [60, 4], [null, 1]))).toEqual([
      { boundSecs: 15, isOver: false, orders: 1 },
      { boundSecs: 60, isOver: false, orders: 4 },
      { boundSecs: 60, isOver: true, orders: 1 },
    ])
  })

  it('has no bars where nothing was measured, or no classes came', () => {
    expect(completionBars(null)).toEqual([])
    expect(completionBars({ p50_secs: 20, p95_secs: 90, orders: 6 } as never)).toEqual([])
  })

  it('sorts classes that came in another order', () => {
    const bars = completionBars(measured([null, 3], [60, 2], [15, 1]))
    expect(bars.map(({ boundSecs, orders }) => [boundSecs, orders])).toEqual([
      [15, 1],
      [60, 2],
      [60, 3],
    ])
  })

  it('draws nothing for a count that is no count', () => {
    const bars = completionBars(measured([15, -4], [30, 1.5], [60, Number.NaN], [120, 'many' as never], [null, 2]))
    expect(bars.map(({ orders }) => orders)).toEqual([0, 0, 0, 0, 2])
  })
})
