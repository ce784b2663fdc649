import { describe, expect, it } from '@jest/globals'
import { startRounds } from './rounds.ts'

describe('startRounds', () => {
  it('stops when the round ends that was under way, without waiting for the next one', async () => {
    const ends: ((isMore: boolean) => void)[] = []
    const rounds = startRounds({
      round: () => new Promise((resolve) => ends.push(resolve)),
      onError: () => undefined,
      intervalMs: 3_600_000,
    })
    // The first round begins in a microtask.
    await Promise.resolve()
    await Promise.resolve()
    const stopped = rounds.stop()
    ends[0]?.(false)
    await stopped
    expect(ends).toHaveLength(1)
  })
})
