import { describe, expect, it } from '@jest/globals'
import type { Order } from '@tandem/sdk'
import { makeOrderSchedule, type NextCheck } from './order-schedule.ts'
import type { Sides } from './sides.ts'

const blockMs = 2_000
const cancelAfter = 90_000
const side = { chain: { config: { block_time_ms: blockMs } }, terms: { cancelAfter } }
const ours = { source: side, destination: side } as unknown as Sides

const orderOf = (orderId: string, source = '0xA', destination = '0xB') =>
  ({
    order_id: orderId,
    source_intent: { swap_id: source },
    destination_intent: { swap_id: destination },
  }) as Order

/** A schedule whose checks are answered by the test, in the order in which they began. */
function start({
  sidesOf = () => ours,
  claimMeanwhile = async () => undefined,
}: {
  sidesOf?: (order: Order) => Sides | undefined
  claimMeanwhile?: () => Promise<void>
} = {}) {
  const at = { ms: 0 }
  const checks: { id: string; end: (next: NextCheck | Error) => Promise<void> }[] = []
  const failed: string[] = []
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const schedule = makeOrderSchedule({
    sidesOf,
    check: ({ order_id: id }) =>
      new Promise((resolve, reject) => {
        const end = (next: NextCheck | Error) => {
          if (next instanceof Error) reject(next)
          else resolve(next)
          return turn()
        }
        checks.push({ id, end })
      }),
    claimMeanwhile,
    onFailed: ({ order_id: id }) => failed.push(id),
    now: () => at.ms,
  })
  /** Lets time pass, and says which orders were checked then. */
  const laterChecks = (milliseconds: number) => {
    const before = checks.length
    at.ms += milliseconds
    schedule.recheck()
    return checks.slice(before).map(({ id }) => id)
  }
  const last = () => checks.at(-1) ?? { id: 'none', end: turn }
  return { schedule, checks, failed, laterChecks, last, at }
}

describe('an order', () => {
  it('is checked again after a block, and not before', async () => {
    const { schedule, laterChecks, last } = start()
    schedule.begin(orderOf('one'))
    await last().end('after_a_block')
    expect([laterChecks(blockMs - 1), laterChecks(1)]).toEqual([[], ['one']])
  })

  it('that another endpoint may soon show is checked after ever longer moments, up to a block', async () => {
    const { schedule, laterChecks, last } = start()
    schedule.begin(orderOf('one'))
    const pauses = [250, 500, 1_000, blockMs, blockMs]
    for (const pause of pauses) {
      await last().end('soon')
      expect([laterChecks(pause - 1), laterChecks(1)]).toEqual([[], ['one']])
    }
    await last().end('after_a_block')
    expect([laterChecks(blockMs - 1), laterChecks(1)]).toEqual([[], ['one']])
    await last().end('soon')
    expect(laterChecks(250)).toEqual(['one'])
  })

  it('that only news can change is not checked without them', async () => {
    const { schedule, laterChecks, last } = start()
    schedule.begin(orderOf('one'))
    await last().end('on_news')
    expect(laterChecks(1e9)).toEqual([])
  })

  it('of another maker is never checked', () => {
    const { schedule, checks, failed } = start({ sidesOf: () => undefined })
    schedule.begin(orderOf('one'))
    expect([checks, failed]).toEqual([[], []])
  })

  it('of which there is news during a check is checked once more after it', async () => {
    const { schedule, checks, last } = start()
    for (const _ of [1, 2, 3]) schedule.begin(orderOf('one'))
    await last().end('on_news')
    await last().end('on_news')
    expect(checks).toHaveLength(2)
  })

  it('is settled only after the check that news asked for meanwhile', async () => {
    const { schedule, last } = start()
    for (const _ of [1, 2]) schedule.begin(orderOf('one'))
    let isSettled = false
    const settling = schedule.settled().then(() => {
      isSettled = true
    })
    await last().end('on_news')
    expect(isSettled).toBe(false)
    await last().end('on_news')
    await settling
  })
})

describe('an order on which a check failed, while the orderbook tells of it no more', () => {
  it('is checked again after a block, then after two, four and so on, up to half a minute', async () => {
    const { schedule, failed, laterChecks, last } = start()
    schedule.begin(orderOf('one'))
    for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await last().end(new Error('no answer'))
      expect([laterChecks(pauseMs - 1), laterChecks(1)]).toEqual([[], ['one']])
    }
    await last().end('after_a_block')
    expect(laterChecks(blockMs)).toEqual(['one'])
    await last().end(new Error('no answer'))
    expect(laterChecks(blockMs)).toEqual(['one'])
    expect(new Set(failed)).toEqual(new Set(['one']))
  })

  it('is forgotten a week after its last deadline', async () => {
    const { schedule, laterChecks, last, at } = start()
    schedule.begin(orderOf('one'))
    at.ms = (cancelAfter + 7 * 86_400 + 1) * 1_000
    await last().end(new Error('no answer'))
    expect(laterChecks(1e9)).toEqual([])
  })
})

describe('a claim that failed while something else is done for its source', () => {
  it('is tried again after ever longer pauses, though the orderbook tells of the order no more', async () => {
    let claims = 0
    const claimMeanwhile = async () => {
      claims += 1
      throw new Error('no answer')
    }
    const { schedule, laterChecks } = start({ claimMeanwhile })
    schedule.begin(orderOf('one'))
    schedule.begin(orderOf('one'))
    const seen: number[] = []
    for (const pauseMs of [1, 1_999, 3_999, 1]) {
      await new Promise((resolve) => setImmediate(resolve))
      laterChecks(pauseMs)
      seen.push(claims)
    }
    expect(seen).toEqual([1, 2, 2, 3])
  })
})

describe('an order that a hostile orderbook makes up', () => {
  const contradicts = () => {
    throw new Error('the vault is not what its terms give')
  }

  it('takes the place of no other one by naming its source', async () => {
    const { schedule, failed, laterChecks, last } = start({
      sidesOf: ({ order_id: id }) => (id === 'made up' ? contradicts() : ours),
    })
    schedule.begin(orderOf('one'))
    schedule.begin(orderOf('made up'))
    await last().end('after_a_block')
    schedule.begin(orderOf('made up'))
    expect(failed).toEqual(['made up', 'made up'])
    expect(laterChecks(blockMs)).toEqual(['one'])
  })

  it('waits for its turn at a source, and leaves the other order there waiting for its block', async () => {
    const { schedule, checks, laterChecks, last } = start()
    schedule.begin(orderOf('one'))
    schedule.begin(orderOf('one'))
    schedule.begin(orderOf('like it', '0xa', '0xC'))
    expect(checks.map(({ id }) => id)).toEqual(['one'])
    await last().end('after_a_block')
    await last().end('after_a_block')
    expect(checks.map(({ id }) => id)).toEqual(['one', 'one', 'like it'])
    await last().end('on_news')
    expect(laterChecks(blockMs)).toEqual(['one'])
  })
})
