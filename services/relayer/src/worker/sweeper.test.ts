import { describe, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import { startSweeper } from './sweeper.ts'

/** A sweeper over these, whose steps end when the test says so. */
function sweep({ most, due, intervalMs = 1 }: { most: number; due: string[]; intervalMs?: number }) {
  const ends = new Map<string, () => void>()
  const limits: number[] = []
  const failures: unknown[] = []
  const sweeper = startSweeper({
    tick: async (limit) => {
      limits.push(limit)
      return due.splice(0, limit).map((id) => new Promise<void>((resolve) => ends.set(id, resolve)))
    },
    onError: (error) => failures.push(error),
    intervalMs,
    most,
  })
  const untilSeen = (isSo: () => boolean) => until(isSo, 'the sweeper did so')
  return { sweeper, ends, limits, failures, untilSeen, due }
}

describe('startSweeper', () => {
  it('is not held up by a step that does not end', async () => {
    const { sweeper, ends, untilSeen, due } = sweep({ most: 3, due: ['dead'] })
    await untilSeen(() => ends.has('dead'))
    due.push('one', 'two')
    await untilSeen(() => ends.has('one') && ends.has('two'))
    for (const end of ends.values()) end()
    await sweeper.stop()
  })

  it('takes no more than it can, and goes on when there is room', async () => {
    const { sweeper, ends, limits, untilSeen } = sweep({ most: 2, due: ['a', 'b', 'c'] })
    await untilSeen(() => ends.size === 2)
    const rounds = sweeper.lastRound()
    await untilSeen(() => sweeper.lastRound() > rounds)
    expect(limits).toEqual([2])
    ends.get('a')?.()
    await untilSeen(() => ends.has('c'))
    expect(limits[1]).toBe(1)
    ends.get('b')?.()
    ends.get('c')?.()
    await sweeper.stop()
  })

  it('reads again as soon as there is room, when more is due than it could take', async () => {
    const { sweeper, ends, untilSeen } = sweep({ most: 2, due: ['a', 'b', 'c'], intervalMs: 3_600_000 })
    await untilSeen(() => ends.size === 2)
    ends.get('a')?.()
    await untilSeen(() => ends.has('c'))
    for (const end of ends.values()) end()
    await sweeper.stop()
  })

  it('does not read again before it is time when it could take all that was due', async () => {
    const { sweeper, ends, limits, untilSeen } = sweep({ most: 2, due: ['a'], intervalMs: 3_600_000 })
    await untilSeen(() => ends.has('a'))
    ends.get('a')?.()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(limits).toEqual([2])
    await sweeper.stop()
  })

  it('ends when its steps have', async () => {
    const { sweeper, ends, untilSeen } = sweep({ most: 1, due: ['a'] })
    await untilSeen(() => ends.has('a'))
    let hasStopped = false
    const stopping = sweeper.stop().then(() => {
      hasStopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(hasStopped).toBe(false)
    ends.get('a')?.()
    await stopping
  })
})
