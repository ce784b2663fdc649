import type { Network, OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { ClaimWork } from '../work/domain/work.ts'
import { windowRulesOf } from '../work/escrows-of-order.ts'
import { hopNeededUntil, type WaitingOrder, whyNeverFilled } from './domain/waiting.ts'

/** The facts that decide about a claim that waits, as the orderbook shows its order. */
export const waitingOrderOf = (order: OrderWire, work: ClaimWork, network: Network): WaitingOrder => ({
  status: order.status,
  isPaid: order.source_intent.create_tx_hash !== null,
  initiateBy: order.initiate_by,
  fillBy: order.fill_by,
  cancelAfter: work.destination.terms.cancelAfter,
  rules: windowRulesOf(work, network),
})

/**
 * Checks that a claim may wait: its order can still be filled, and its hop payload holds until then.
 * @throws AppError TOO_LATE, HOP_EXPIRED.
 */
export function requireWaitable(order: WaitingOrder, { hop }: Pick<ClaimWork, 'hop'>, now: number): void {
  const reason = whyNeverFilled(order, now)
  if (reason !== undefined) throw new AppError('TOO_LATE', reason)
  const needed = hopNeededUntil(order)
  if (hop !== null && hop.route.deadline < needed)
    throw new AppError('HOP_EXPIRED', 'the hop payload expires before the order may be filled', {
      details: { deadline: hop.route.deadline, needed_until: needed },
    })
}
