import type { Order } from '@tandem/sdk'
import { makeKeyedQueue } from './keyed-queue.ts'
import type { Sides } from './sides.ts'
import { makeWaitingOrders } from './waiting-orders.ts'

/**
 * When an order is checked again. `soon` is less than a block later: endpoints show a new block at different moments.
 */
export type NextCheck = 'after_a_block' | 'on_news' | 'soon'

export interface OrderScheduleDeps {
  /**
   * Derives both sides of an order from its terms.
   *
   * @returns `undefined` for an order of another maker.
   * @throws Error when the order contradicts itself.
   */
  sidesOf: (order: Order) => Sides | undefined
  check: (order: Order, sides: Sides) => Promise<NextCheck>
  /** Claims the source while other work on it is still running. Only one such claim runs at a time for a source. */
  claimMeanwhile: (order: Order, sides: Sides) => Promise<void>
  onFailed: (order: Order, error: unknown) => void
  now: () => number
}

export interface OrderSchedule {
  begin(order: Order): void
  recheck(): void
  /** @returns `undefined` while other work on the order's source is under way. */
  tryAlone<R>(order: Order, work: () => Promise<R>): Promise<R> | undefined
  settled(): Promise<void>
}

/** The key is in lower case, because the orderbook may write addresses in any case. */
const sourceOf = ({ source_intent }: Order): string => source_intent.swap_id.toLowerCase()
/** The key has both vaults, so that an order that names another order's source cannot take that order's place. */
const keyOf = (order: Order): string => `${sourceOf(order)}:${order.destination_intent.swap_id.toLowerCase()}`

/**
 * Decides when each order is checked. For each source vault only one piece of work runs at a time. An order is
 * remembered until only news can change it. When news arrive while a transaction is running, a claim is considered at
 * once, because that transaction may be on a chain that has stopped answering.
 */
export function makeOrderSchedule({ sidesOf, check, claimMeanwhile, onFailed, now }: OrderScheduleDeps): OrderSchedule {
  const waiting = makeWaitingOrders(now)
  const turns = makeKeyedQueue<Order>(begin)

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
    turns.occupy(sourceOf(order), checkOnce(order, sides))
  }

  function attempt(order: Order): Sides | undefined {
    try {
      return sidesOf(order)
    } catch (error) {
      onFailed(order, error)
      return undefined
    }
  }

  async function checkOnce(order: Order, sides: Sides): Promise<void> {
    const key = keyOf(order)
    waiting.take(key)
    try {
      const next = await check(order, sides)
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
