import { describe, expect, it } from '@jest/globals'
import { startIntervalLoop } from './interval-loop.ts'

/** A loop whose next round is far away, and whose rounds end when the test says so. */
function start() {
  const ends: (() => void)[] = []
  const loop = startIntervalLoop({
    round: () => new Promise<void>((resolve) => ends.push(resolve)),
    onError: () => undefined,
    intervalMs: 3_600_000,
  })
  return { loop, ends }
}
const afterMicrotasks = () => new Promise((resolve) => setImmediate(resolve))

describe('startIntervalLoop', () => {
  it('stops when the round ends that was under way, without waiting for the next one', async () => {
    const { loop, ends } = start()
    await afterMicrotasks()
    const stopped = loop.stop()
    ends[0]?.()
    await stopped
    expect(ends).toHaveLength(1)
  })

  it('goes on at once when it is triggered between two rounds', async () => {
    const { loop, ends } = start()
    await afterMicrotasks()
    ends[0]?.()
    await afterMicrotasks()
    loop.trigger()
    await afterMicrotasks()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await loop.stop()
  })

  it('goes on at once when it was triggered in the middle of a round, which may not have seen why', async () => {
    const { loop, ends } = start()
    await afterMicrotasks()
    loop.trigger()
    loop.trigger()
    ends[0]?.()
    await afterMicrotasks()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await afterMicrotasks()
    expect(ends).toHaveLength(2)
    await loop.stop()
  })

  it('waits before the first round when it is told to, unless it is triggered or stopped', async () => {
    let rounds = 0
    const start = () =>
      startIntervalLoop({
        round: async () => {
          rounds += 1
        },
        onError: () => undefined,
        intervalMs: 3_600_000,
        delayMs: 3_600_000,
      })
    const [stopped, triggered] = [start(), start()]
    await afterMicrotasks()
    expect(rounds).toBe(0)
    await stopped.stop()
    triggered.trigger()
    await afterMicrotasks()
    expect(rounds).toBe(1)
    await triggered.stop()
    expect(rounds).toBe(1)
  })

  it('reports a round that fails, and goes on', async () => {
    const failures: unknown[] = []
    const loop = startIntervalLoop({
      round: () => Promise.reject(new Error('no')),
      onError: (error) => failures.push(error),
      intervalMs: 3_600_000,
    })
    await afterMicrotasks()
    loop.trigger()
    await afterMicrotasks()
    expect(failures).toEqual([new Error('no'), new Error('no')])
    await loop.stop()
  })
})
