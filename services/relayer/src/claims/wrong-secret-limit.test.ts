import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { makeWrongSecretLimit } from './wrong-secret-limit.ts'

afterEach(() => {
  jest.useRealTimers()
})

describe('makeWrongSecretLimit', () => {
  it('takes five wrong secrets of an order in a minute, refuses the next, and leaves other orders alone', async () => {
    jest.useFakeTimers()
    const count = makeWrongSecretLimit()
    for (let n = 0; n < 5; n += 1) await count('one')
    jest.advanceTimersByTime(20_000)
    await expect(count('one')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSecs: 40 })
    await count('another')
    jest.advanceTimersByTime(40_000)
    await count('one')
  })
})
