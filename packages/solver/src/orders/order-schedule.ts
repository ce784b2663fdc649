import type { Order } from '@tandem/sdk'
import type { Sides } from './sides.ts'
import { makeTurns } from './turns.ts'
import { makeWaitingOrders } from './waiting-orders.ts'

/** `soon`: endpoints show a new block at different moments. */
export type NextLook = 'after_a_block' | 'on_news' | 'soon'

export interface OrderScheduleDeps {
  /**
   * `undefined` for another's order.
   * @throws Error when the order contradicts itself.
   */
  sidesOf: (order: Order) => Sides | undefined
  look: (order: Order, sides: Sides) => Promise<NextLook>
  /** Claims a source beside other work for it, one claim at a time. */
  claimMeanwhile: (order: Order, sides: Sides) => Promise<void>
  onFailed: (order: Order, error: unknown) => void
  now: () => number
}

export interface OrderSchedule {
  begin(order: Order): void
  recheck(): void
  /** `undefined` while other work is under way. */
  tryAlone<R>(order: Order, work: () => Promise<R>): Promise<R> | undefined
  settled(): Promise<void>
}

/** The orderbook may write addresses in any case. */
const sourceOf = ({ source_intent }: Order): string => source_intent.swap_id.toLowerCase()
/** An order with another's source must not take that order's place. */
const keyOf = (order: Order): string => `${sourceOf(order)}:${order.destination_intent.swap_id.toLowerCase()}`

/**
 * One thing at a time for each source vault. An order is remembered until only news can change it. News are compared
 * with a claim at once, because a transaction under way may be of a silent chain.
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
