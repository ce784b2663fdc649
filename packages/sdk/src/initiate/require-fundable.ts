import { fillSecs, fillWindowSecs, requiredMarginSecs, windowToleranceSecs } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import { rulesOf, unpinned, type VerifiedChain } from '../known-network.ts'
import { requireClock } from '../preflight/require-clock.ts'
import { TandemError } from '../tandem-error.ts'

/** The pinned chains of an order. */
export interface OrderChains {
  source: VerifiedChain
  destination: VerifiedChain
  /** What the order is worth in US dollars. If it is `undefined`, the largest confirmation depth is required. */
  valueUsd?: number | undefined
}

const sendSecs = 5
/** How many blocks it may take until the creation of the source is mined. */
const blocksToMine = 2

/**
 * Asserts that the market maker can still fill the order in time if the user pays now. Otherwise the payment would only
 * be locked until `cancel_after`.
 *
 * @param now the time in unix seconds, by the chain's clock or ours, whichever is later.
 * @param own the time by our clock, in unix seconds.
 * @throws `ORDER_EXPIRED`, `TOO_LATE`: nothing was signed or sent.
 */
export function requireFundable(order: Order, { valueUsd, ...chains }: OrderChains, now: number, own = now): void {
  const [source, destination] = [rulesOf(chains.source), rulesOf(chains.destination)]
  const { cancel_after: deadline } = order.destination_intent
  if (order.status === 'expired' || order.status === 'cancelled' || now >= deadline)
    throw new TandemError('ORDER_EXPIRED', 'the order is over: nothing was sent', {
      details: { cancel_after: deadline, now },
    })
  const minedSecs = sendSecs + Math.ceil((blocksToMine * source.block_time_ms) / 1000)
  const latest = Math.min(
    deadline - fillWindowSecs(source, destination, valueUsd),
    (order.fill_by ?? Number.POSITIVE_INFINITY) - fillSecs(source, valueUsd),
    (order.initiate_by ?? Number.POSITIVE_INFINITY) - minedSecs,
  )
  const marginSecs = order.source_intent.cancel_after - Math.max(0, now - own - windowToleranceSecs) - deadline
  if (now < latest && marginSecs >= requiredMarginSecs({ source, destination, minMarginSecs: 1, worthUsd: valueUsd }))
    return
  throw new TandemError(
    'TOO_LATE',
    `too little time is left to fill the order${unpinned(valueUsd)}: nothing was sent`,
    { details: { fund_before: latest, now } },
  )
}

/**
 * Like {@link requireFundable}, by the chain's clock and the device's. If the order could still be filled by the
 * chain's clock alone, the error says that the device's clock is wrong.
 *
 * @param times both clocks, in unix seconds.
 * @throws `ORDER_EXPIRED`, `TOO_LATE`, `CLOCK_SKEWED`: nothing was signed or sent.
 */
export function requireTime(order: Order, chains: OrderChains, { chain, own }: { chain: number; own: number }): void {
  try {
    requireFundable(order, chains, Math.max(chain, own), own)
  } catch (error) {
    if (isFundable(order, chains, chain)) requireClock(chains.source.chain, chain, own)
    throw error
  }
}

function isFundable(order: Order, chains: OrderChains, now: number): boolean {
  try {
    requireFundable(order, chains, now)
    return true
  } catch {
    return false
  }
}
