import type { OrderStatus, OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Orderbook } from '../work/ports.ts'
import { isUnfilled, jobsOf, mayBePrefunded } from './domain/jobs.ts'
import { makePauses } from './pauses.ts'
import { makeTakeOn, type TakeOnDeps } from './take-on.ts'

export interface KeepDeps extends TakeOnDeps {
  orderbook: Pick<Orderbook, 'listOrders'>
  /**
   * Refunds an order by its maker's consent.
   * @returns whether the refund is new.
   */
  refund: (order: OrderWire) => Promise<boolean>
  /** Seconds that the parties have to act themselves. */
  delaySecs: number
  /** Milliseconds between rounds. */
  intervalMs: number
  onSkipped: (orderId: string, error: unknown) => void
  /** Called when one list could not be read. The others are read all the same. */
  onFailed: (error: unknown) => void
}

/** The rounds of the keeper. Each returns how many jobs it took on. */
export interface Keep {
  /** Reads the orders whose secret is public: a deadline is near, and money is at stake. */
  urgent(): Promise<number>
  /** Reads the other orders. The work of a round is bounded, whatever there is to read. */
  patient(): Promise<number>
}

interface OrderList {
  statuses: readonly OrderStatus[]
  /**
   * Which orders of the list are read. `recent`: changed within a day. `fillable`: changed within a maker's longest time to fill.
   */
  age: 'any' | 'recent' | 'fillable'
  /** After how many rounds the newest orders of the list are read again. */
  rounds: number
}

/** Orders in these states cost their maker money, so they are few. */
const urgentList: OrderList = {
  statuses: ['destination_claimed', 'bridging', 'bridge_failed', 'conflict'],
  age: 'any',
  rounds: 1,
}
const patientLists: readonly OrderList[] = [
  { statuses: ['refundable'], age: 'any', rounds: 1 },
  { statuses: ['expired'], age: 'recent', rounds: 1 },
  { statuses: ['source_initiated'], age: 'recent', rounds: 4 },
  { statuses: ['created'], age: 'fillable', rounds: 4 },
  { statuses: ['completed', 'cancelled'], age: 'recent', rounds: 40 },
]
/**
 * Milliseconds for which the keeper looks for money at an escrow's address that was paid before its creation, or after
 * its settlement.
 */
const recentMs = 24 * 3600 * 1000
const clocksDifferMs = 600_000
const readAtOnce = 50
/** How many orders a round reads of a list's newest, and again of the older ones, from where the last round ended. */
const share = 500

/**
 * Finds work for the keeper among the orderbook's orders. The work is stored, checked and sent like a claim, and doing it twice
 * is harmless. Unfunded orders cost nothing to make, so only the urgent list is read whole.
 */
export function makeKeep(deps: KeepDeps): Keep {
  const readAt = new Map<OrderList, number>()
  const rests = new Map<OrderList, AsyncIterator<OrderWire>>()
  const fillWindow = makeFillWindow()
  const keepSome = makeKeepSome(deps, fillWindow.saw)

  async function patient(): Promise<number> {
    let taken = 0
    for (const list of patientLists) {
      taken += await readThrough(list, deps.now()).catch((error: unknown) => {
        deps.onFailed(error)
        // Orders with a longer time to fill may have come while the list could not be read.
        fillWindow.forget()
        return 0
      })
    }
    return taken
  }

  /** Reads the newest orders of a list, and a part of the older ones. */
  async function readThrough(list: OrderList, now: number): Promise<number> {
    const before = readAt.get(list)
    const isDue = before === undefined || now - before >= (list.rounds - 1) * deps.intervalMs
    let taken = 0
    if (isDue) {
      readAt.set(list, now)
      const orders = listOf(deps.orderbook, list, now - (list.age === 'fillable' ? fillWindow.longestMs() : recentMs))
      const newest = await keepSome(orders, share)
      taken += newest.taken
      if (newest.isDone) rests.delete(list)
      else if (!rests.has(list)) rests.set(list, orders)
    }
    const rest = rests.get(list)
    if (rest === undefined) return taken
    try {
      const older = await keepSome(rest, share)
      if (older.isDone) rests.delete(list)
      return taken + older.taken
    } catch (error) {
      // After a retryable failure, the next round continues at the same place.
      if (!(error instanceof AppError) || !error.retryable) rests.delete(list)
      throw error
    }
  }

  return {
    urgent: async () => (await keepSome(listOf(deps.orderbook, urgentList, 0), Number.POSITIVE_INFINITY)).taken,
    patient,
  }
}

/**
 * Remembers the longest time to fill that any order showed. Unfunded orders that are older stay `created` for a day, and reading
 * many of them would delay the funded ones.
 */
function makeFillWindow() {
  let longest: number | undefined
  return {
    saw({ status, fill_by: fillBy, created_at: createdAt }: OrderWire): void {
      if (status !== 'created') return
      const windowMs = fillBy === null ? recentMs : fillBy * 1_000 - Date.parse(createdAt) + clocksDifferMs
      longest = Math.max(longest ?? 0, windowMs)
    },
    forget(): void {
      longest = undefined
    },
    longestMs: () => Math.min(longest ?? recentMs, recentMs),
  }
}

function makeKeepSome(deps: KeepDeps, saw: (order: OrderWire) => void) {
  const pauses = makePauses(deps)
  const { initiate, takeOn } = makeTakeOn(deps)
  return keepSome

  async function keepSome(orders: AsyncIterator<OrderWire>, most: number): Promise<{ taken: number; isDone: boolean }> {
    let taken = 0
    let together: OrderWire[] = []
    const keepTogether = async () => {
      const counts = await Promise.all(together.map(keepOrder))
      taken += counts.reduce((sum, count) => sum + count, 0)
      together = []
    }
    for (let read = 0; read < most; read += 1) {
      const next = await orders.next().catch(async (error: unknown) => {
        await keepTogether()
        throw error
      })
      if (next.done === true) {
        await keepTogether()
        return { taken, isDone: true }
      }
      saw(next.value)
      if (pauses.isOver(next.value)) together.push(next.value)
      if (together.length === readAtOnce) await keepTogether()
    }
    await keepTogether()
    return { taken, isDone: false }
  }

  /** Takes on what an order needs. A malformed order must not hide the others. */
  async function keepOrder(order: OrderWire): Promise<number> {
    let taken = 0
    try {
      const now = Math.floor(deps.now() / 1000)
      if (mayBePrefunded(order, now, deps.delaySecs) && (await initiate(order))) taken += 1
      for (const job of jobsOf(order, now, deps.delaySecs)) if (await takeOn(order, job)) taken += 1
      pauses.add(order)
    } catch (error) {
      deps.onSkipped(order.order_id, error)
    }
    return taken + (await refundUnfilled(deps, order))
  }
}

/**
 * The orders of a list, the newest first.
 * @param since unix milliseconds.
 */
function listOf(
  orderbook: KeepDeps['orderbook'],
  { statuses, age }: OrderList,
  since: number,
): AsyncIterator<OrderWire> {
  const query = age === 'any' ? { statuses } : { statuses, updatedAfter: new Date(since) }
  return orderbook.listOrders(query)[Symbol.asyncIterator]()
}

/**
 * Asks for the refund of an unfilled order. A refund that fails stops no other job.
 * @returns how many refunds were taken on.
 */
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
