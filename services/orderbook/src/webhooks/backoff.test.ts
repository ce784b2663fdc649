import { describe, expect, it } from '@jest/globals'
import { retryDelay, retryDelaysSecs } from './backoff.ts'

describe('retryDelay', () => {
  it('waits longer each time, for more than a day in all, then gives up', () => {
    const delays = retryDelaysSecs.map((_delay, index) => retryDelay(index + 1))
    expect(delays).toEqual([...retryDelaysSecs].sort((a, b) => a - b))
    expect(retryDelaysSecs.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(86_400)
    expect(retryDelay(retryDelaysSecs.length + 1)).toBeNull()
  })
})
