import { depthSecs, fillWindowSecs, type OrderStatus, type WindowRules } from '@tandem/contracts'

/** What the orderbook shows of an order whose claim waits. Times are in unix seconds. */
export interface WaitingOrder {
  status: OrderStatus
  /** Whether the source escrow is on chain. */
  isPaid: boolean
  /** When the maker stops waiting for the source; null when it named no time. */
  initiateBy: number | null
  fillBy: number | null
  /** When the destination can be cancelled. */
  cancelAfter: number
  rules: WindowRules
}

/** The orderbook's statuses of an order whose destination is not on chain. */
const unfilled: readonly OrderStatus[] = ['created', 'source_initiated']

/** Seconds of grace before an unpaid order is given up: the orderbook may show a source late, and clocks differ. */
const lateSecs = 600

/** Seconds between two checks of a claim that waits, whatever the orderbook's events say. */
const pollSecs = 60
/** Seconds between two checks of a claim whose order the orderbook shows as filled. */
const filledPollSecs = 10

/** The last second, in unix seconds, in which the secret may leave. */
const lastSafeSecond = ({ cancelAfter, rules }: WaitingOrder): number =>
  cancelAfter - rules.destination.claim_safety_secs

/** Why no market maker will fill the order any more; undefined while one may, or has. */
export function whyNeverFilled(order: WaitingOrder, now: number): string | undefined {
  const { status, isPaid, initiateBy, fillBy, cancelAfter, rules } = order
  if (!unfilled.includes(status)) return undefined
  if (fillBy !== null && now >= fillBy) return 'the maker funds the destination no more'
  if (!isPaid && initiateBy !== null && now >= initiateBy) return 'the source was not created in time'
  const { source, destination, worthUsd } = rules
  const neededSecs = isPaid
    ? depthSecs(destination, worthUsd) + destination.claim_safety_secs
    : fillWindowSecs(source, destination, worthUsd)
  return cancelAfter - now < neededSecs ? 'too little time is left to fill the order' : undefined
}

/** Why the claim of an order that nobody has paid is given up; undefined otherwise. The chains still have to confirm it. */
export const whyGivenUp = (order: WaitingOrder, now: number): string | undefined =>
  order.isPaid ? undefined : whyNeverFilled(order, now - lateSecs)

/** Whether to ask the chains now: they are not asked while the orderbook says that nothing has come. */
export const isWorthAsking = (order: WaitingOrder, now: number): boolean =>
  !unfilled.includes(order.status) || now >= lastSafeSecond(order) || whyGivenUp(order, now) !== undefined

/** Seconds until the claim is checked again, if nothing wakes it. */
export function nextCheckSecs(order: WaitingOrder, now: number): number {
  if (!unfilled.includes(order.status)) return filledPollSecs
  const left = lastSafeSecond(order) - now
  return left > 0 ? Math.min(pollSecs, left) : filledPollSecs
}

/**
 * Until when a hop payload must hold to wait for this order, in unix seconds: the destination may be filled at the last
 * moment, and is claimed only at its depth, with the time of a claim to spare.
 */
export function hopNeededUntil({ fillBy, cancelAfter, rules }: WaitingOrder): number {
  if (fillBy === null) return cancelAfter
  const { destination, worthUsd } = rules
  return Math.min(cancelAfter, fillBy + depthSecs(destination, worthUsd) + destination.claim_safety_secs)
}
