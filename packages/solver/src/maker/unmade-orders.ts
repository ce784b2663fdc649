import type { Order } from '@tandem/sdk'
import type { SourceStanding } from './source-standing.ts'

const askAgainSecs = 5
const readAgainSecs = 15
const maxQuestions = 8

/**
 * The orders that the maker accepted on one quote. `creator` is the promised funder; `initiateBy` is in unix seconds.
 */
type PromisedOrders = { orders: readonly string[]; creator: string; initiateBy: number }

export interface OrderQuestions {
  find(orderId: string, creator: string): Promise<Order | undefined>
  /** @throws when the chain cannot be read. */
  standingOf(order: Order): Promise<SourceStanding>
}

/** Finds quotes whose accepted orders are all not binding any more. */
export interface UnmadeOrders {
  /** Checks the orders of one quote. @param now unix seconds. */
  search(quoteId: string, promised: PromisedOrders, now: number): void
  forget(quoteId: string): void
}

/** @param onUnmade called once for each such quote. */
export function makeUnmadeOrders(
  { find, standingOf }: OrderQuestions,
  onUnmade: (quoteId: string) => void,
): UnmadeOrders {
  /** When each quote is asked about next, in unix seconds; infinite once there was an answer. */
  const askFrom = new Map<string, number>()
  let asking = 0

  async function answer(
    quoteId: string,
    { orders, creator, initiateBy }: PromisedOrders,
    now: number,
  ): Promise<number> {
    const found = await Promise.all(orders.map((orderId) => find(orderId, creator)))
    const made = found.filter((order) => order !== undefined)
    if (made.length > 0 && now <= initiateBy) return initiateBy + 1
    const standings = await Promise.all(made.map(standingOf))
    if (standings.includes('kept')) return Number.POSITIVE_INFINITY
    if (standings.includes('open')) return now + readAgainSecs
    if (askFrom.has(quoteId)) onUnmade(quoteId)
    return Number.POSITIVE_INFINITY
  }

  async function ask(quoteId: string, promised: PromisedOrders, now: number): Promise<void> {
    asking += 1
    try {
      const next = await answer(quoteId, promised, now)
      if (askFrom.has(quoteId)) askFrom.set(quoteId, next)
    } catch {
    } finally {
      asking -= 1
    }
  }

  return {
    search(quoteId, promised, now) {
      if (asking >= maxQuestions || now < (askFrom.get(quoteId) ?? 0)) return
      askFrom.set(quoteId, now + askAgainSecs)
      void ask(quoteId, promised, now)
    },
    forget: (quoteId) => void askFrom.delete(quoteId),
  }
}
