import { describe, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import type { WorkRequest } from '../work/domain/work.ts'
import { makeWaitingRounds, type WaitingRoundsDeps } from './waiting-rounds.ts'

/** Rounds over a store with these claims, whose clock moves only when the test moves it. */
function roundsOver({
  due = 0,
  newest = due > 0 ? 'order' : undefined,
}: {
  due?: number
  newest?: string | undefined
}) {
  const seen = { asked: 0, reads: 0, leases: 0, checked: 0, woken: [] as unknown[], failed: [] as unknown[] }
  const now = { ms: 1_000_000 }
  const feed = { orderIds: [] as string[], isNew: false, error: undefined as Error | undefined }
  let left = due
  const rounds = makeWaitingRounds({
    waiting: {
      newestOrder: async () => {
        seen.asked += 1
        return newest
      },
      lease: async (limit: number) => {
        seen.leases += 1
        const taken = Math.min(limit, left)
        left -= taken
        return Array.from({ length: taken }, (_, id) => ({ id: String(id) }) as WorkRequest)
      },
      wakeOrders: async (orderIds: readonly string[]) => void seen.woken.push(orderIds),
      wakeAll: async () => void seen.woken.push('all'),
    },
    feed: {
      read: async () => {
        seen.reads += 1
        if (feed.error !== undefined) throw feed.error
        return { orderIds: feed.orderIds, isNew: feed.isNew }
      },
      reset: () => undefined,
    },
    check: async () => {
      seen.checked += 1
      throw new Error('the check failed')
    },
    onCheckFailed: (id) => void seen.failed.push(id),
    onFeedFailed: (error) => void seen.failed.push(error),
    onFailed: (error) => void seen.failed.push(error),
    intervalMs: 1,
    now: () => now.ms,
  } satisfies WaitingRoundsDeps)
  return { rounds, seen, now, feed }
}

describe('the rounds of the claims that wait', () => {
  it('ask every five seconds whether a claim waits, and at once when one begins to', async () => {
    const { rounds, seen, now } = roundsOver({})
    rounds.start()
    await until(() => seen.asked === 1, 'the first question')
    now.ms += 4_999
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen.asked).toBe(1)
    rounds.checkSoon()
    await until(() => seen.asked === 2, 'a question when a claim began to wait')
    now.ms += 5_000
    await until(() => seen.asked === 3, 'a question after five seconds')
    expect([seen.reads, seen.leases]).toEqual([0, 0])
    await rounds.stop()
  })

  it('wake the claims of the orders that the events name, and all of them where events may have been missed', async () => {
    const { rounds, seen, feed } = roundsOver({ newest: 'order' })
    Object.assign(feed, { isNew: true, orderIds: ['one'] })
    rounds.start()
    await until(() => seen.woken.length > 0, 'a waking')
    feed.isNew = false
    await until(() => seen.woken.some((woken) => Array.isArray(woken)), 'a waking by name')
    await rounds.stop()
    expect(seen.woken[0]).toBe('all')
    expect(seen.woken.at(-1)).toEqual(['one'])
  })

  it('check claims while the events cannot be read, which are left alone for ten seconds', async () => {
    const { rounds, seen, now, feed } = roundsOver({ due: 45 })
    feed.error = new Error('no events')
    rounds.start()
    await until(() => seen.checked === 45, 'every check')
    expect(seen.reads).toBe(1)
    // Each failed check is reported, and delays no other.
    expect(seen.failed).toHaveLength(1 + 45)
    now.ms += 10_000
    await until(() => seen.reads > 1, 'another reading')
    await rounds.stop()
  })
})
