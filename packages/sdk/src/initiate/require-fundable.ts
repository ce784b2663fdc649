import { fillSecs, fillWindowSecs, leastMarginSecs, windowToleranceSecs } from '@tandem/rules'
import type { Order } from '../client/types.ts'
import { rulesOf, unpinned, type VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'

/** The pinned chains of an order, and its worth. */
export interface OrderChains {
  source: VerifiedChain
  destination: VerifiedChain
  /** US dollars; `undefined` when it is not known, which counts as more than any step of a chain. */
  valueUsd?: number | undefined
}

/** For a transaction to be sent, beside the blocks that it may wait for. */
const sendSecs = 5
/** Blocks that the creation of the source may wait for. */
const blocksToMine = 2

/**
 * Asserts that money put into the source escrow now can still be matched: that the time left suffices for the source to
 * stand at its depth, for the maker to fund the destination, for that to stand at its depth, and for the secret to be
 * revealed; and that the source is mined while the maker is still bound. With less, the money would only be locked until
 * the source's `cancel_after`. So it would be where the source chain's clock is so far ahead that the maker could not claim.
 *
 * @param now unix seconds: the later of the source chain's clock and the application's.
 * @param own unix seconds by the application's clock, which may itself be wrong by some minutes.
 * @throws TandemError `ORDER_EXPIRED` when the destination's time is over, `TOO_LATE` when too little of it is left.
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
  if (now < latest && marginSecs >= leastMarginSecs({ source, destination, minMarginSecs: 1, worthUsd: valueUsd }))
    return
  throw new TandemError(
    'TOO_LATE',
    `too little time is left to fill the order${unpinned(valueUsd)}: nothing was sent`,
    {
      details: { fund_before: latest, now },
    },
  )
}
