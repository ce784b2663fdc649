import type { OrderStatus, OrderWire } from '@tandem/contracts'
import type { Orderbook } from '../work/ports.ts'
import { isUnfilled, jobsOf, mayBePrefunded } from './domain/jobs.ts'
import { makeTakeOn, type TakeOnDeps } from './take-on.ts'

export interface KeepDeps extends TakeOnDeps {
  orderbook: Pick<Orderbook, 'listOrders'>
  /** Gives the source of an order back by its maker's consent. @returns whether that is new; false without a consent. */
  refund: (order: OrderWire) => Promise<boolean>
  /** Seconds that the parties are given to do it themselves. */
  delaySecs: number
  /** Milliseconds between two rounds: what is rarely found is looked for once in several rounds. */
  intervalMs: number
  onSkipped: (orderId: string, error: unknown) => void
}

/** Orders that may need the keeper: with a vault past its time, or a secret that is public and a side that is not paid. */
const attentive: readonly OrderStatus[] = ['refundable', 'destination_claimed', 'bridging', 'bridge_failed', 'conflict']
/** Money that was not announced, or came too late, is looked for so long. */
const recentMs = 24 * 3600 * 1000
/** Orders whose vaults are read at the same time. */
const readAtOnce = 50

/** The lists of a round, each with the number of rounds between two looks. */
const looks: readonly { statuses: readonly OrderStatus[]; isRecent: boolean; rounds: number }[] = [
  { statuses: attentive, isRecent: false, rounds: 1 },
  { statuses: ['expired'], isRecent: true, rounds: 1 },
  { statuses: ['source_initiated'], isRecent: true, rounds: 4 },
  { statuses: ['created'], isRecent: true, rounds: 4 },
  { statuses: ['completed', 'cancelled'], isRecent: true, rounds: 40 },
]

/**
 * Looks once through the orders that may need the keeper, and takes on the work that is left. This work goes the way
 * of every claim: stored first, checked against the chain, sent with a nonce of its own. Doing it twice is harmless.
 *
 * @returns how many jobs were taken on.
 */
export function makeKeep(deps: KeepDeps) {
  const lookedAt = new Map<(typeof looks)[number], number>()
  const { initiate, takeOn } = makeTakeOn(deps)

  return async function keep(): Promise<number> {
    let taken = 0
    for (const look of looks) {
      const now = deps.now()
      const before = lookedAt.get(look)
      if (before !== undefined && now - before < (look.rounds - 1) * deps.intervalMs) continue
      taken += await lookThrough(look, now)
      lookedAt.set(look, now)
    }
    return taken
  }

  async function lookThrough({ statuses, isRecent }: (typeof looks)[number], now: number): Promise<number> {
    const query = isRecent ? { statuses, updatedAfter: new Date(now - recentMs) } : { statuses }
    let taken = 0
    let together: OrderWire[] = []
    const keepTogether = async () => {
      const counts = await Promise.all(together.map(keepOrder))
      taken += counts.reduce((sum, count) => sum + count, 0)
      together = []
    }
    for await (const order of deps.orderbook.listOrders(query)) {
      together.push(order)
      if (together.length === readAtOnce) await keepTogether()
    }
    await keepTogether()
    return taken
  }

  /** An order that makes no sense must not hide the others. */
  async function keepOrder(order: OrderWire): Promise<number> {
    let taken = 0
    try {
      const now = Math.floor(deps.now() / 1000)
      if (mayBePrefunded(order, now, deps.delaySecs) && (await initiate(order))) taken += 1
      for (const job of jobsOf(order, now, deps.delaySecs)) if (await takeOn(order, job)) taken += 1
    } catch (error) {
      deps.onSkipped(order.order_id, error)
    }
    return taken + (await refundUnfilled(deps, order))
  }
}

/** A refund that fails holds up no other job of its order. @returns how many refunds were taken on. */
async function refundUnfilled(
  deps: Pick<KeepDeps, 'refund' | 'onSkipped' | 'delaySecs' | 'now'>,
  order: OrderWire,
): Promise<number> {
  try {
    const isDue = isUnfilled(order, Math.floor(deps.now() / 1000), deps.delaySecs)
    return isDue && (await deps.refund(order)) ? 1 : 0
  } catch (error) {
    deps.onSkipped(order.order_id, error)
    return 0
  }
}
