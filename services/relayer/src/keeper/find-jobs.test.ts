import { describe, expect, it } from '@jest/globals'
import type { OrderStatus, OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { WorkRequest } from '../work/domain/work.ts'
import { type KeepDeps, makeKeep } from './find-jobs.ts'

const hash = `0x${'ab'.repeat(32)}`
const intent = { create_tx_hash: null, claim_tx_hash: null, claim_timestamp: null, cancel_tx_hash: null }
/** An order that is past every deadline, and was never filled by its maker. */
const unfilled = {
  order_id: 'unfilled',
  status: 'source_initiated',
  updated_at: new Date(0).toISOString(),
  maker_quote: {},
  fill_by: 1_000,
  source_intent: { ...intent, create_tx_hash: hash, cancel_after: 3_000 },
  destination_intent: { ...intent, cancel_after: 2_000 },
} as OrderWire
/** An order that is past every deadline with nothing on chain, which anybody can make for nothing. */
const unfunded = (number: number) =>
  ({
    ...unfilled,
    order_id: `unfunded-${number}`,
    status: 'expired',
    source_intent: { ...unfilled.source_intent, create_tx_hash: null },
  }) as OrderWire

type Listing = (statuses: readonly OrderStatus[]) => Iterable<OrderWire>

/**
 * A keeper that reads these lists. Its clock does not move until `now` is set, and every order that is checked has its work
 * already.
 */
function keeperOver(list: Listing, over: Partial<KeepDeps> = {}) {
  const seen = { listed: 0, checks: [] as string[], skipped: [] as unknown[], failed: [] as unknown[], now: 5_000_000 }
  const keep = makeKeep({
    orderbook: {
      async *listOrders({ statuses }: { statuses: readonly OrderStatus[] }) {
        for (const order of list(statuses)) {
          seen.listed += 1
          yield order
        }
      },
    },
    store: {
      async findByOrder(id: string, kind: string) {
        seen.checks.push(`${id} ${kind}`)
        return {} as WorkRequest
      },
    },
    refund: async () => false,
    onSkipped: (id: string, error: unknown) => void seen.skipped.push([id, String(error)]),
    onFailed: (error: unknown) => void seen.failed.push(String(error)),
    delaySecs: 0,
    intervalMs: 1,
    now: () => seen.now,
    ...over,
  } as unknown as KeepDeps)
  return { keep, seen }
}
const only =
  (status: OrderStatus, ...orders: OrderWire[]): Listing =>
  (statuses) =>
    statuses.includes(status) ? orders : []

async function* eachOf<T>(all: readonly T[]) {
  yield* all
}

describe('makeKeep', () => {
  it('finds the other jobs of an order whose refund fails in every round', async () => {
    const { keep, seen } = keeperOver(only('source_initiated', unfilled), {
      refund: async (order: OrderWire) => {
        expect(order).toBe(unfilled)
        throw new Error('the budget is spent')
      },
    })
    expect(await keep.patient()).toBe(0)
    expect(seen.checks).toEqual(['unfilled cancel_source', 'unfilled recover_prefund_destination'])
    expect(seen.skipped).toEqual([['unfilled', 'Error: the budget is spent']])
  })

  it('does bounded work in a round, whatever number of unfunded orders has expired, and comes to each of them', async () => {
    const orders = Array.from({ length: 20_000 }, (_, number) => unfunded(number))
    const { keep, seen } = keeperOver(only('expired', ...orders))
    await keep.patient()
    expect(seen.listed).toBeLessThanOrEqual(1_000)
    expect(seen.checks.length).toBeLessThanOrEqual(2 * 1_000)
    for (let round = 0; round < 40; round += 1) await keep.patient()
    expect(new Set(seen.checks).size).toBe(2 * orders.length)
  })

  it('reads prefunds no longer ago than an order can be filled, as it has learnt from the orders themselves', async () => {
    const day = 24 * 3_600_000
    const made = (age: number, fillSecs: number | null) => ({
      ...unfunded(age),
      status: 'created' as const,
      created_at: new Date(day - age).toISOString(),
      fill_by: fillSecs === null ? null : (day - age) / 1_000 + fillSecs,
    })
    const asked: (number | undefined)[] = []
    let isDown = false
    const roundsOver = async (...orders: OrderWire[]) => {
      asked.length = 0
      const listOrders = ({ statuses, updatedAfter }: { statuses: readonly OrderStatus[]; updatedAfter?: Date }) => {
        if (statuses.includes('created')) asked.push(updatedAfter && day - updatedAfter.getTime())
        if (isDown && asked.length === 2) throw new AppError('UNAVAILABLE', 'the orderbook is down')
        return statuses.includes('created') ? eachOf(orders) : eachOf([])
      }
      const { keep } = keeperOver(() => [], {
        ...{ now: () => day, orderbook: { listOrders } as unknown as KeepDeps['orderbook'] },
        ...{ delaySecs: day, intervalMs: 0 },
      })
      for (let round = 0; round < 3; round += 1) await keep.patient()
      return asked
    }
    const minutes = (count: number) => count * 60_000
    expect(await roundsOver()).toEqual([day, day, day])
    const some = [made(0, 900), made(minutes(300), 1_800), made(minutes(400), 60)]
    expect(await roundsOver(...some)).toEqual([day, minutes(40), minutes(40)])
    expect(await roundsOver(...some, made(1, null))).toEqual([day, day, day])
    expect(await roundsOver(made(0, 10 * 86_400))).toEqual([day, day, day])
    // Orders with a longer time to fill may have come while the list could not be read.
    isDown = true
    expect(await roundsOver(...some)).toEqual([day, minutes(40), day])
  })

  it('goes on from where a list could not be read, and checks what it had read before', async () => {
    const orders = Array.from({ length: 1_500 }, (_, number) => unfunded(number))
    let reads = 0
    /** The page from the 730th order on is refused twice. The next call then goes on from there. */
    const listOrders = ({ statuses }: { statuses: readonly OrderStatus[] }) => {
      let at = statuses.includes('expired') ? 0 : orders.length
      return {
        [Symbol.asyncIterator]: () => ({
          async next() {
            const value = orders[at]
            if (value === undefined) return { done: true, value }
            reads += at === 730 ? 1 : 0
            if (at === 730 && reads < 3) throw new AppError('UNAVAILABLE', 'asked too often')
            at += 1
            return { done: false, value }
          },
        }),
      }
    }
    const { keep, seen } = keeperOver(() => [], { orderbook: { listOrders } as unknown as KeepDeps['orderbook'] })
    await keep.patient()
    expect(seen.failed).toEqual(['AppError: asked too often'])
    expect(seen.checks).toContain('unfunded-729 recover_prefund_source')
    for (let round = 0; round < 3; round += 1) await keep.patient()
    expect(seen.failed).toHaveLength(2)
    expect(new Set(seen.checks).size).toBe(2 * orders.length)
  })

  it('comes to each settled order in time, however rarely it reads new ones', async () => {
    const settled = Array.from({ length: 5_000 }, (_, number) => ({
      ...unfilled,
      order_id: `settled-${number}`,
      status: 'completed' as const,
      source_intent: { ...unfilled.source_intent, claim_tx_hash: hash },
      destination_intent: { ...unfilled.destination_intent, claim_tx_hash: hash },
    }))
    const { keep, seen } = keeperOver(only('completed', ...settled), { intervalMs: 15_000 })
    for (let round = 0; round < 20; round += 1) {
      await keep.patient()
      seen.now += 15_000
    }
    expect(new Set(seen.checks).size).toBe(2 * settled.length)
  })

  it('checks an unfunded order that has expired with growing pauses', async () => {
    const { keep, seen } = keeperOver(only('expired', unfunded(1)), { intervalMs: 15_000 })
    const rounds = (24 * 3600) / 15
    for (let round = 0; round < rounds; round += 1) {
      await keep.patient()
      seen.now += 15_000
    }
    expect(seen.checks.length / 2).toBeLessThan(40)
    const before = seen.checks.length
    seen.now += 3_600_000
    await keep.patient()
    expect(seen.checks.length).toBeGreaterThan(before)
  })

  it('checks at once again an order that has changed', async () => {
    let order = unfunded(1)
    const { keep, seen } = keeperOver((statuses) => (statuses.includes('expired') ? [order] : []))
    await keep.patient()
    await keep.patient()
    expect(seen.checks).toHaveLength(2)
    order = { ...order, updated_at: new Date(1_000).toISOString() }
    await keep.patient()
    expect(seen.checks).toHaveLength(4)
  })

  it('checks at once again an order that could not be checked', async () => {
    let checks = 0
    const findByOrder = async () => {
      checks += 1
      throw new Error('no database')
    }
    const { keep, seen } = keeperOver(only('expired', unfunded(1)), { store: { findByOrder } })
    await keep.patient()
    await keep.patient()
    expect(checks).toBe(2)
    expect(seen.skipped).toHaveLength(2)
  })

  it('goes on with the other lists when one cannot be read', async () => {
    const { keep, seen } = keeperOver((statuses) => {
      if (statuses.includes('expired')) throw new Error('asked too often')
      return statuses.includes('source_initiated') ? [unfilled] : []
    })
    await keep.patient()
    expect(seen.failed).toEqual(['Error: asked too often'])
    expect(seen.checks).toContain('unfilled cancel_source')
  })

  it('claims with a public secret by itself, and first', async () => {
    const claimed = {
      ...unfilled,
      order_id: 'claimed',
      status: 'destination_claimed',
      source_intent: { ...unfilled.source_intent, cancel_after: 9_000 },
      destination_intent: {
        ...unfilled.destination_intent,
        claim_tx_hash: hash,
        claim_timestamp: new Date(0).toISOString(),
        commitment: hash,
      },
    } as OrderWire
    const { keep, seen } = keeperOver(only('destination_claimed', claimed))
    await keep.patient()
    expect(seen.checks).toEqual([])
    await keep.urgent()
    expect(seen.checks).toEqual(['claimed claim_source'])
  })
})
