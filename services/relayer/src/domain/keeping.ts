import type { OrderWire } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'

export const sides = ['source', 'destination'] as const
export type Side = (typeof sides)[number]

/** What a keeper can do for others. Each is open to anybody on chain, and pays only whom the vault's terms name. */
export type Chore =
  /** The vault's time is over: its creator is repaid. */
  | { type: 'cancel'; side: Side }
  /** The same for a vault that was funded and never announced. */
  | { type: 'recover_prefund'; side: Side }
  /** The secret is public: the vault's recipient is paid. */
  | { type: 'claim'; side: Side }

/**
 * What may be left to do for an order, by what the orderbook says of it; the chain is asked before anything is sent.
 * Times in unix seconds.
 *
 * @param delaySecs how long the parties are given to do it themselves.
 */
export function choresOf(order: OrderWire, now: number, delaySecs: number): Chore[] {
  return sides.flatMap((side): Chore[] => {
    const intent = side === 'source' ? order.source_intent : order.destination_intent
    const other = side === 'source' ? order.destination_intent : order.source_intent
    const isOpen = intent.create_tx_hash !== null && intent.claim_tx_hash === null && intent.cancel_tx_hash === null
    const isOver = now >= intent.cancel_after + delaySecs
    if (isOver && isOpen) return [{ type: 'cancel', side }]
    if (isOver && intent.create_tx_hash === null && intent.cancel_tx_hash === null)
      return [{ type: 'recover_prefund', side }]
    const publicSince = other.claim_timestamp === null ? undefined : Date.parse(other.claim_timestamp) / 1000
    const isPublic = publicSince !== undefined && other.commitment !== null && now >= publicSince + delaySecs
    // A hop needs its recipient's signature.
    return isPublic && isOpen && !intent.l1_hop && now < intent.cancel_after ? [{ type: 'claim', side }] : []
  })
}

export type ChoreVerdict =
  | { verdict: 'safe' }
  /** Somebody else did it, or it was never needed. */
  | { verdict: 'settled' }
  | { verdict: 'wait'; reason: string }
  | { verdict: 'refuse'; code: 'TOO_LATE' | 'CANCELLED'; reason: string }

/** Whether the chain allows the chore now. `balance`: what lies at the vault's address, in base units. */
export function judgeChore(
  type: Chore['type'],
  { latest, atDepth, chainTime, terms, balance }: VaultAtDepth & { terms: EscrowTerms; balance: bigint },
): ChoreVerdict {
  const isOver = chainTime >= terms.cancelAfter
  if (type === 'recover_prefund') {
    if (latest.state !== 'missing') return { verdict: 'settled' }
    if (!isOver) return { verdict: 'wait', reason: 'its time is not over by the chain’s clock' }
    return balance > 0n
      ? { verdict: 'safe' }
      : { verdict: 'refuse', code: 'CANCELLED', reason: 'nothing lies at the vault’s address' }
  }
  if (latest.state === 'claimed') return { verdict: 'settled' }
  if (latest.state === 'cancelled')
    return type === 'cancel'
      ? { verdict: 'settled' }
      : { verdict: 'refuse', code: 'CANCELLED', reason: 'the vault is cancelled' }
  if (latest.state === 'missing' || atDepth.state === 'missing')
    return { verdict: 'wait', reason: 'the vault is not on chain at its confirmation depth' }
  if (type === 'cancel') {
    return isOver ? { verdict: 'safe' } : { verdict: 'wait', reason: 'its time is not over by the chain’s clock' }
  }
  return isOver ? { verdict: 'refuse', code: 'TOO_LATE', reason: 'its time is over' } : { verdict: 'safe' }
}
