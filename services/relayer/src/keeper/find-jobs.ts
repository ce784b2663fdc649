import type { OrderStatus, OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Orderbook } from '../work/ports.ts'
import { isUnfilled, jobsOf, mayBePrefunded } from './domain/jobs.ts'
import { makePauses } from './pauses.ts'
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
  /** A list of a round could not be read. The others are. */
  onFailed: (error: unknown) => void
}

/** One round each. @returns how many jobs were taken on. */
export interface Keep {
  /** Claims where the secret is public: a deadline is near, and money is lost with it. */
  urgent(): Promise<number>
  /** Gives back what lies past its time, and creates what was funded: bounded work in a round, whatever there is to look at. */
  patient(): Promise<number>
}

interface Look {
  statuses: readonly OrderStatus[]
  /** `recent`: changed within a day. `fillable`: changed within the longest time that a maker has to fill an order. */
  age: 'any' | 'recent' | 'fillable'
  /** The number of rounds between two looks at its newest. The rest is gone through in every round. */
  rounds: number
}

/** Orders with a secret that is public and a side that is not paid. They cost their maker money: there are no more than that. */
const urgentLook: Look = {
  statuses: ['destination_claimed', 'bridging', 'bridge_failed', 'conflict'],
  age: 'any',
  rounds: 1,
}
const patientLooks: readonly Look[] = [
  { statuses: ['refundable'], age: 'any', rounds: 1 },
  { statuses: ['expired'], age: 'recent', rounds: 1 },
  { statuses: ['source_initiated'], age: 'recent', rounds: 4 },
  { statuses: ['created'], age: 'fillable', rounds: 4 },
  { statuses: ['completed', 'cancelled'], age: 'recent', rounds: 40 },
]
/** Money that was not announced, or came too late, is looked for so long. */
const recentMs = 24 * 3600 * 1000
/** By how much the clocks of the orderbook, its chains and this process may differ. */
const clocksDifferMs = 600_000
/** Orders whose vaults are read at the same time. */
const readAtOnce = 50
/** Orders of a list that a round reads of its newest, and as many of the rest, from where the round before ended. */
const share = 500

/**
 * Looks through the orders that may need the keeper, and takes on the work that is left. This work goes the way of every
 * claim: stored first, checked against the chain, sent with a nonce of its own. Doing it twice is harmless.
 *
 * Orders that are never funded cost nothing to make, so that only what is urgent is read whole in each round.
 */
export function makeKeep(deps: KeepDeps): Keep {
  const lookedAt = new Map<Look, number>()
  const rests = new Map<Look, AsyncIterator<OrderWire>>()
  const fillWindow = makeFillWindow()
  const keepSome = makeKeepSome(deps, fillWindow.saw)

  async function patient(): Promise<number> {
    let taken = 0
    for (const look of patientLooks) {
      taken += await lookThrough(look, deps.now()).catch((error: unknown) => {
        deps.onFailed(error)
        // Orders with longer windows may have come meanwhile.
        fillWindow.forget()
        return 0
      })
    }
    return taken
  }

  /** The newest orders of a list, where their time has come, and a part of the rest. */
  async function lookThrough(look: Look, now: number): Promise<number> {
    const before = lookedAt.get(look)
    const isDue = before === undefined || now - before >= (look.rounds - 1) * deps.intervalMs
    let taken = 0
    if (isDue) {
      lookedAt.set(look, now)
      const orders = listOf(deps.orderbook, look, now - (look.age === 'fillable' ? fillWindow.longestMs() : recentMs))
      const newest = await keepSome(orders, share)
      taken += newest.taken
      if (newest.isDone) rests.delete(look)
      else if (!rests.has(look)) rests.set(look, orders)
    }
    const rest = rests.get(look)
    if (rest === undefined) return taken
    try {
      const older = await keepSome(rest, share)
      if (older.isDone) rests.delete(look)
      return taken + older.taken
    } catch (error) {
      // A list that may be read later is read on from there; any other is begun anew.
      if (!(error instanceof AppError) || !error.retryable) rests.delete(look)
      throw error
    }
  }

  return {
    urgent: async () => (await keepSome(listOf(deps.orderbook, urgentLook, 0), Number.POSITIVE_INFINITY)).taken,
    patient,
  }
}

/**
 * How long an order can be filled after it is made: the longest that any showed. An order whose time is over stays `created` for a
 * day, and has nothing that the keeper does; whoever makes many for nothing would hide from it those that are funded now.
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

/** Looks at orders of a list, some together, until it ends or so many were read. */
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

  /** An order that makes no sense must not hide the others. */
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

/** The orders of a list, newest first. @param since unix milliseconds; of no meaning where orders of any age are looked at. */
function listOf(orderbook: KeepDeps['orderbook'], { statuses, age }: Look, since: number): AsyncIterator<OrderWire> {
  const query = age === 'any' ? { statuses } : { statuses, updatedAfter: new Date(since) }
  return orderbook.listOrders(query)[Symbol.asyncIterator]()
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
