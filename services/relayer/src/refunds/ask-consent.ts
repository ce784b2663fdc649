import type { CancelConsentWire, NoConsentReason, OrderWire } from '@tandem/contracts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { Orderbook } from '../work/ports.ts'

/** Why there is no consent; `invalid`: what came is not signed by the recipient for this escrow. */
export type NoConsent = NoConsentReason | 'invalid' | 'unavailable'

export interface AskConsentDeps {
  orderbook: Pick<Orderbook, 'getConsent'>
  /** Whether it is signed by the recipient of the source escrow, for this escrow. */
  isSigned: (source: Escrow, consent: CancelConsentWire) => Promise<boolean>
}

/** Seconds that a consent must hold, for the cancellation to be mined. */
const leastSecs = 60

/**
 * Lets the orderbook ask the maker of an order for its consent. Any answer is no more than a signature,
 * which is checked: without one that holds, nothing changes but the reason that the user reads.
 *
 * @param where `chainTime`: the clock of the source chain, unix seconds.
 * @returns `undefined` when the order has no time to fill, or its destination was funded.
 */
export async function askConsent(
  { orderbook, isSigned }: AskConsentDeps,
  order: OrderWire,
  where: { source: Escrow; chainTime: number },
): Promise<CancelConsentWire | NoConsent | undefined> {
  if (order.fill_by === null || order.destination_intent.create_tx_hash !== null) return undefined
  const answer = await orderbook.getConsent(order.order_id).catch(() => undefined)
  if (answer === undefined) return 'unavailable'
  if (answer.consent === null) return answer.reason ?? 'declined'
  if (answer.consent.deadline < where.chainTime + leastSecs) return 'invalid'
  return (await isSigned(where.source, answer.consent).catch(() => false)) ? answer.consent : 'invalid'
}
