import type { Order } from '@tandem/sdk'
import type { Sides } from './sides.ts'
import { makeTurns } from './turns.ts'
import { makeWaitingOrders } from './waiting-orders.ts'

/**
 * Whether an order is to be looked at again after the next block, or only when the orderbook has news of it; `soon`: after a moment,
 * because endpoints show a new block at different moments.
 */
export type NextLook = 'after_a_block' | 'on_news' | 'soon'

export interface OrderScheduleDeps {
  /**
   * Both escrows of an order; `undefined` when it is not the solver's.
   *
   * @throws Error when the orderbook's order contradicts itself.
   */
  sidesOf: (order: Order) => Sides | undefined
  /** Looks at an order, and does what there is to do. */
  look: (order: Order, sides: Sides) => Promise<NextLook>
  /** Claims the source of an order while something else is done for it, if there is a claim to make. One at a time for each source. */
  claimMeanwhile: (order: Order, sides: Sides) => Promise<void>
  onFailed: (order: Order, error: unknown) => void
  /** Unix milliseconds. */
  now: () => number
}

/** When each order is looked at. */
export interface OrderSchedule {
  /** Looks at an order now, or as soon as nothing else is done for its source. */
  begin(order: Order): void
  /** Looks again at the orders whose time has come. */
  recheck(): void
  /** Begins other work for a source vault; `undefined` while something is done for it. */
  tryAlone<R>(order: Order, work: () => Promise<R>): Promise<R> | undefined
  /** Resolves when the work under way now has ended. */
  settled(): Promise<void>
}

/** The source vault, whichever way the orderbook writes its address. */
const sourceOf = ({ source_intent }: Order): string => source_intent.swap_id.toLowerCase()
/** Both vaults: an order that names the source of another one takes nothing of that one's place. */
const keyOf = (order: Order): string => `${sourceOf(order)}:${order.destination_intent.swap_id.toLowerCase()}`

/**
 * Decides when orders are looked at, with one thing at a time for each source vault. An order is remembered until a look says
 * that only news can change it, so that neither an outage of the orderbook nor a chain that does not answer makes the solver
 * forget money of its own: a look that fails is made again, after ever longer pauses. News of an order are held against a claim at once:
 * the transaction that is under way for it may be of a chain that does not answer. A claim that fails then is tried again likewise.
 */
export function makeOrderSchedule({ sidesOf, look, claimMeanwhile, onFailed, now }: OrderScheduleDeps): OrderSchedule {
  const waiting = makeWaitingOrders(now)
  const turns = makeTurns<Order>(begin)

  function begin(order: Order): void {
    const sides = attempt(order)
    if (sides === undefined) return
    const key = keyOf(order)
    if (turns.isBusy(sourceOf(order))) {
      waiting.take(key)
      turns.want(sourceOf(order), { key, work: order })
      const claim = () =>
        claimMeanwhile(order, sides).catch((error: unknown) => {
          waiting.retry(key, order, sides)
          onFailed(order, error)
        })
      void turns.tryAlone(`${sourceOf(order)}:claim`, claim)
      return
    }
    turns.occupy(sourceOf(order), lookOnce(order, sides))
  }

  function attempt(order: Order): Sides | undefined {
    try {
      return sidesOf(order)
    } catch (error) {
      onFailed(order, error)
      return undefined
    }
  }

  async function lookOnce(order: Order, sides: Sides): Promise<void> {
    const key = keyOf(order)
    waiting.take(key)
    try {
      const next = await look(order, sides)
      if (next === 'after_a_block') waiting.wait(key, order, sides)
      else if (next === 'soon') waiting.waitShortly(key, order, sides)
      else waiting.forget(key)
    } catch (error) {
      waiting.retry(key, order, sides)
      onFailed(order, error)
    }
  }

  return {
    begin,
    recheck() {
      for (const order of waiting.due()) begin(order)
    },
    tryAlone: (order, work) => turns.tryAlone(sourceOf(order), work),
    settled: turns.settled,
  }
}
