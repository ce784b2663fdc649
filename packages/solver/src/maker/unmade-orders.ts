import type { Order } from '@tandem/sdk'
import type { SourceStanding } from './source-standing.ts'

/** How long is waited after an orderbook or a chain that did not say, and after a source that may still come. */
const askAgainSecs = 5
const lookAgainSecs = 15
const mostQuestions = 8

/** `creator`: the address that was promised to fund their destination. `initiateBy`: no later source binds, unix seconds. */
type PromisedOrders = { orders: readonly string[]; creator: string; initiateBy: number }

/** Where the orders of a quote are asked for. */
export interface OrderQuestions {
  /** The order that `creator` is to fill, where the orderbook has one; rejects when it does not say. */
  find(orderId: string, creator: string): Promise<Order | undefined>
  /** Asked once `initiateBy` is over by our own clock; rejects when the chain cannot be read. */
  standingOf(order: Order): Promise<SourceStanding>
}

/** Finds out which accepted quotes became no order, or one that binds nobody any more. */
export interface UnmadeOrders {
  /** Asks for the orders of a quote, once the orderbook makes none of them any more. @param now unix seconds. */
  lookFor(quoteId: string, promised: PromisedOrders, now: number): void
  forget(quoteId: string): void
}

/** @param onUnmade called once for a quote of whose orders none was made, or none was funded in time. */
export function makeUnmadeOrders(
  { find, standingOf }: OrderQuestions,
  onUnmade: (quoteId: string) => void,
): UnmadeOrders {
  /** From when a quote's orders may be asked for, unix seconds; infinite once there was an answer. */
  const askFrom = new Map<string, number>()
  let asking = 0

  /** From when to ask again, after this answer. */
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
    if (standings.includes('open')) return now + lookAgainSecs
    // It ended meanwhile.
    if (askFrom.has(quoteId)) onUnmade(quoteId)
    return Number.POSITIVE_INFINITY
  }

  async function ask(quoteId: string, promised: PromisedOrders, now: number): Promise<void> {
    asking += 1
    try {
      const next = await answer(quoteId, promised, now)
      if (askFrom.has(quoteId)) askFrom.set(quoteId, next)
    } catch {
      // The orderbook or the chain did not say.
    } finally {
      asking -= 1
    }
  }

  return {
    lookFor(quoteId, promised, now) {
      if (asking >= mostQuestions || now < (askFrom.get(quoteId) ?? 0)) return
      askFrom.set(quoteId, now + askAgainSecs)
      void ask(quoteId, promised, now)
    },
    forget: (quoteId) => void askFrom.delete(quoteId),
  }
}
