import type { CancelConsentWire, NoConsentReason, OrderWire } from '@tandem/contracts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { Orderbook } from '../work/ports.ts'

/**
 * Why there is no consent. `invalid`: its recipient did not sign it for this escrow, or it expires too soon. `unavailable`: the
 * orderbook did not answer.
 */
export type NoConsent = NoConsentReason | 'invalid' | 'unavailable'

export interface AskConsentDeps {
  orderbook: Pick<Orderbook, 'getConsent'>
  isSigned: (source: Escrow, consent: CancelConsentWire) => Promise<boolean>
}

/** Seconds for which a consent must still be valid, so that the cancellation can be mined. */
const minSecs = 60

/**
 * Asks the maker, through the orderbook, for consent to cancel the source early, and checks the signature.
 * @param where `chainTime`: unix seconds of the source chain.
 * @returns undefined for an order without a time to fill, or with a funded destination.
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
  if (answer.consent.deadline < where.chainTime + minSecs) return 'invalid'
  return (await isSigned(where.source, answer.consent).catch(() => false)) ? answer.consent : 'invalid'
}
