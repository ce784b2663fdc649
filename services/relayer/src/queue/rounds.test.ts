import { describe, expect, it } from '@jest/globals'
import { startRounds } from './rounds.ts'

/** Rounds whose next one is far away, and which end when the test says so. */
function start() {
  const ends: (() => void)[] = []
  const rounds = startRounds({
    round: () => new Promise((resolve) => ends.push(resolve)),
    onError: () => undefined,
    intervalMs: 3_600_000,
  })
  return { rounds, ends }
}
const afterMicrotasks = () => new Promise((resolve) => setImmediate(resolve))

describe('startRounds', () => {
  it('stops when the round ends that was under way, without waiting for the next one', async () => {
    const { rounds, ends } = start()
    await afterMicrotasks()
    const stopped = rounds.stop()
    ends[0]?.()
    await stopped
    expect(ends).toHaveLength(1)
  })

  it('goes on at once when it is hurried between two rounds', async () => {
    const { rounds, ends } = start()
    await afterMicrotasks()
    ends[0]?.()
    await afterMicrotasks()
    rounds.hurry()
    await afterMicrotasks()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await rounds.stop()
  })

  it('goes on at once when it was hurried in the middle of a round, which may not have seen why', async () => {
    const { rounds, ends } = start()
    await afterMicrotasks()
    rounds.hurry()
    rounds.hurry()
    ends[0]?.()
    await afterMicrotasks()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await afterMicrotasks()
    expect(ends).toHaveLength(2)
    await rounds.stop()
  })
})
