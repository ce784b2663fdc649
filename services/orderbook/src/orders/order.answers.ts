import { type OrderPageWire, success } from '@tandem/contracts'
import { fillWindowOf, type NetworkIndex } from '../network/domain/network.ts'
import type { Clock } from '../ports.ts'
import { explainOrder } from './domain/explanation.ts'
import { bridgeStatusOf, stuckFrom } from './domain/hop-status.ts'
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
  /** With the tokens at the source's address. */
  polled(order: Order): Promise<{ wire: ReturnType<typeof orderWire>; isFunding: boolean }>
  /** The same as text, which is made once for the same object until time or money changes it. */
  encoded(order: Order): Promise<EncodedAnswer>
  page(page: OrderPage): OrderPageWire
  explained(order: Order): Promise<ReturnType<typeof explanationWire>>
}

export type EncodedAnswer = { readonly body: string; readonly bytes: number }
export const encodedAs = (body: string): EncodedAnswer => ({ body, bytes: Buffer.byteLength(body) })

type Kept = EncodedAnswer & { readonly held: bigint | undefined; readonly fromMs: number; readonly untilMs: number }

/** Answers depend on the time. */
export function makeOrderAnswers(deps: OrderAnswersDeps): OrderAnswers {
  const { facts, network, prefundOf } = deps
  const nowSecs = () => Math.floor(deps.now() / 1000)
  /** Not 0 for a chain outside of the network file: the user would be told of more time than there is. */
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
  const kept = new WeakMap<Order, Kept>()
  /** The next time that `encode` compares with the clock. */
  const untilMs = (order: Order, nowMs: number) => {
    const { claim } = order.destination
    const secs = [order.fillBy, fillBeforeOf(order)].flatMap((at) => at ?? [])
    const stuck = claim === null ? [] : [stuckFrom(claim.timestamp, deps.hopStuckAfterSecs)]
    return Math.min(...[...secs.map((at) => at * 1000), ...stuck].filter((at) => at > nowMs))
  }
  const keep = (order: Order, prefund: Prefund | null): Kept => {
    const fromMs = deps.now()
    const encoded = encodedAs(JSON.stringify(success(encode(order, prefund))))
    const answer = { ...encoded, held: prefund?.amount, fromMs, untilMs: untilMs(order, fromMs) }
    kept.set(order, answer)
    return answer
  }

  return {
    stored,
    polled: async (order) => {
      const isFunding = isFundingRead(order, nowSecs())
      return { wire: encode(order, isFunding ? await prefundOf(order) : null), isFunding }
    },
    encoded: async (order) => {
      const prefund = isFundingRead(order, nowSecs()) ? await prefundOf(order) : null
      const answer = kept.get(order)
      const nowMs = deps.now()
      const isTimely = answer !== undefined && answer.fromMs <= nowMs && nowMs < answer.untilMs
      return isTimely && answer.held === prefund?.amount ? answer : keep(order, prefund)
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
