import { describe, expect, it } from '@jest/globals'
import { routeTime } from './route-time.ts'

const measured = (orders: number) => ({ p50_secs: 4, p95_secs: 9, orders, since: '2026-11-24T12:00:00Z' })

describe('routeTime', () => {
  it('names no percentile of fewer than twenty swaps', () => {
    expect(routeTime(null).short).toBeNull()
    expect(routeTime(measured(19))).toEqual({ short: null, long: 'Too few swaps to say: 19 of 20 measured' })
  })

  it('says of how many swaps it speaks', () => {
    expect(routeTime(measured(20))).toEqual({ short: '4 s', long: 'Half within 4 s, 95 % within 9 s (20 swaps)' })
  })
})
