import { describe, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import { startSweeper } from './sweeper.ts'

/**
 * A sweeper over these requests, whose steps end when the test says so. Something counts as open until the test says otherwise.
 */
function sweep({ most, due, intervalMs = 1 }: { most: number; due: string[]; intervalMs?: number }) {
  const asked = { isOpen: true, isWokenUp: true, afterRounds: [] as number[] }
  const ends = new Map<string, () => void>()
  const limits: number[] = []
  const failures: unknown[] = []
  const sweeper = startSweeper({
    tick: async (limit) => {
      limits.push(limit)
      return due.splice(0, limit).map((id) => new Promise<void>((resolve) => ends.set(id, resolve)))
    },
    hasOpenWork: async () => {
      asked.afterRounds.push(limits.length)
      return asked.isOpen
    },
    isWokenUp: () => asked.isWokenUp,
    onError: (error) => failures.push(error),
    intervalMs,
    most,
  })
  const untilSeen = (isSo: () => boolean) => until(isSo, 'the sweeper did so')
  return { sweeper, ends, limits, failures, untilSeen, due, asked }
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

  it('is quiet once it has found nothing due for some rounds, and nothing is open', async () => {
    const { sweeper, ends, limits, untilSeen, due, asked } = sweep({ most: 2, due: [] })
    await untilSeen(() => asked.afterRounds.length >= 3)
    expect(asked.afterRounds.slice(0, 3)).toEqual([4, 8, 12])
    asked.isOpen = false
    await untilSeen(sweeper.isQuiet)
    const rounds = limits.length
    expect(rounds % 4).toBe(0)
    due.push('a')
    sweeper.wake()
    await untilSeen(() => ends.has('a'))
    expect(sweeper.isQuiet()).toBe(false)
    // A wake-up is no reason to ask whether anything is open.
    expect(asked.afterRounds.at(-1)).toBe(rounds)
    ends.get('a')?.()
    await sweeper.stop()
  })

  it('is not quiet while a step runs, whatever is open', async () => {
    const { sweeper, ends, limits, untilSeen, asked } = sweep({ most: 2, due: ['a'] })
    asked.isOpen = false
    await untilSeen(() => limits.length >= 20)
    expect([sweeper.isQuiet(), asked.afterRounds]).toEqual([false, []])
    ends.get('a')?.()
    await untilSeen(sweeper.isQuiet)
    await sweeper.stop()
  })

  it('finds work by itself while it is quiet and wake-ups may be lost', async () => {
    const { sweeper, ends, untilSeen, due, asked } = sweep({ most: 2, due: [] })
    Object.assign(asked, { isOpen: false, isWokenUp: false })
    await untilSeen(() => asked.afterRounds.length >= 20)
    expect(new Set(asked.afterRounds)).toEqual(new Set([4]))
    due.push('a')
    asked.isOpen = true
    await untilSeen(() => ends.has('a'))
    expect(sweeper.isQuiet()).toBe(false)
    ends.get('a')?.()
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
