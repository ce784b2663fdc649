/** How long an orderbook that did not say whether it has an order is not asked again, and how many are asked about at once. */
const askAgainSecs = 5
const mostQuestions = 8

/** `creator`: the address that was promised to fund their destination. */
type PromisedOrders = { orders: readonly string[]; creator: string }

/** Finds out which accepted quotes became no order. */
export interface UnmadeOrders {
  /** Asks for the orders of a quote, once the orderbook makes none of them any more. @param now unix seconds. */
  lookFor(quoteId: string, promised: PromisedOrders, now: number): void
  forget(quoteId: string): void
}

/**
 * @param isOrdered whether the orderbook has an order that `creator` is to fill; rejects when it does not say, and it is asked again later.
 * @param onUnmade called once for a quote whose orders the orderbook does not have.
 */
export function makeUnmadeOrders(
  isOrdered: (orderId: string, creator: string) => Promise<boolean>,
  onUnmade: (quoteId: string) => void,
): UnmadeOrders {
  /** From when a quote's orders may be asked for, unix seconds; infinite once there was an answer. */
  const askFrom = new Map<string, number>()
  let asking = 0

  async function ask(quoteId: string, { orders, creator }: PromisedOrders): Promise<void> {
    asking += 1
    try {
      const known = await Promise.all(orders.map((orderId) => isOrdered(orderId, creator)))
      // It ended meanwhile.
      if (!askFrom.has(quoteId)) return
      askFrom.set(quoteId, Number.POSITIVE_INFINITY)
      if (!known.includes(true)) onUnmade(quoteId)
    } catch {
      // The orderbook did not say.
    } finally {
      asking -= 1
    }
  }

  return {
    lookFor(quoteId, promised, now) {
      if (asking >= mostQuestions || now < (askFrom.get(quoteId) ?? 0)) return
      askFrom.set(quoteId, now + askAgainSecs)
      void ask(quoteId, promised)
    },
    forget: (quoteId) => void askFrom.delete(quoteId),
  }
}
