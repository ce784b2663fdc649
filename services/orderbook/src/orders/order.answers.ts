import type { OrderPageWire } from '@tandem/contracts'
import { fillWindowOf, type NetworkIndex } from '../network/domain/network.ts'
import type { Clock } from '../ports.ts'
import { explainOrder } from './domain/explanation.ts'
import { bridgeStatusOf } from './domain/hop-status.ts'
import { deriveNextAction } from './domain/next-action.ts'
import type { Order } from './domain/order.ts'
import { type FundingView, isFundingRead, type Prefund, withPrefund } from './domain/prefund.ts'
import type { OrderPage } from './list-orders.ts'
import { explanationWire, orderWire } from './order.wire.ts'
import type { FactReader, PrefundReader } from './ports.ts'

export type OrderAnswersDeps = {
  facts: FactReader
  prefundOf: PrefundReader
  network: NetworkIndex
  hopStuckAfterSecs: number
  now: Clock
}

export type OrderAnswers = {
  stored(order: Order): ReturnType<typeof orderWire>
  /**
   * Answers a client that polls its order. This also reads the money at the source vault's address.
   */
  polled(order: Order): Promise<{ wire: ReturnType<typeof orderWire>; isFunding: boolean }>
  page(page: OrderPage): OrderPageWire
  explained(order: Order): Promise<ReturnType<typeof explanationWire>>
}

export function makeOrderAnswers(deps: OrderAnswersDeps): OrderAnswers {
  const { facts, network, prefundOf } = deps
  const nowSecs = () => Math.floor(deps.now() / 1000)
  /**
   * Undefined, not zero, for a chain outside of the network file: with zero the user would seem to have more time than
   * there is.
   */
  const safetyOf = (order: Order) => network.chain(order.destination.chain)?.claim_safety_secs
  const bridgeOf = (order: Order) => bridgeStatusOf(order.destination, deps.now(), deps.hopStuckAfterSecs)
  const fillBeforeOf = (order: Order) => {
    const windowSecs = fillWindowOf(network, order)
    return windowSecs === undefined ? null : order.destination.cancelAfter - windowSecs
  }
  const fundingOf = (order: Order, prefund: Prefund | null): FundingView => {
    return { prefund, fillBefore: fillBeforeOf(order), nowSecs: nowSecs() }
  }
  const encode = (order: Order, prefund: Prefund | null) => {
    const bridge = bridgeOf(order)
    const ofChain = deriveNextAction(order, safetyOf(order), bridge, nowSecs())
    return orderWire(order, withPrefund(order, ofChain, fundingOf(order, prefund)), bridge, prefund)
  }
  const stored = (order: Order) => encode(order, null)

  return {
    stored,
    polled: async (order) => {
      const isFunding = isFundingRead(order, nowSecs())
      return { wire: encode(order, isFunding ? await prefundOf(order) : null), isFunding }
    },
    page: (page) => ({
      data: page.orders.map(stored),
      page: page.page,
      limit: page.limit,
      total: page.total,
      total_is_exact: page.isTotalExact,
      total_pages: Math.ceil(page.total / page.limit),
      has_more: page.nextCursor !== null,
      next_cursor: page.nextCursor,
    }),
    explained: async (order) => {
      const [standing, prefund] = await Promise.all([facts.ofOrder(order.orderId), prefundOf(order)])
      const explanation = explainOrder(order, safetyOf(order), bridgeOf(order), nowSecs(), fundingOf(order, prefund))
      return explanationWire(order, explanation, standing)
    },
  }
}
