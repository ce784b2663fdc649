import { describe, expect, it } from '@jest/globals'
import { makeAnswerTime } from './answer-time.ts'

const never = () => new Promise<never>(() => undefined)

describe('the time of an endpoint in one step', () => {
  it('is over once an answer was given up, though the clock has not reached the limit yet', async () => {
    const time = makeAnswerTime('slow', 5, () => 0)
    await expect(time.spend(never)).rejects.toMatchObject({ class: 'timeout', retryAfterMs: 5 })
    expect(time.isUp()).toBe(true)
  })

  it('is shared by answers that are read together, and counts nothing between them', async () => {
    let now = 0
    const time = makeAnswerTime('slow', 60_000, () => now)
    const takes = (ms: number) => async () => {
      now += ms
    }
    await Promise.all([time.spend(takes(20_000)), time.spend(takes(10_000))])
    now += 1_000_000
    expect(time.isUp()).toBe(false)
    await time.spend(takes(30_000))
    expect(time.isUp()).toBe(true)
  })
})
