import type { OrderStatus, OrderWire } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import { type KeeperJob, sides } from '../../work/domain/work.ts'

/** The states of an order in which only a sweep may be left to do. */
const swept: readonly OrderStatus[] = ['completed', 'cancelled']

/**
 * The jobs that an order needs, as the orderbook shows it. The chain is asked before anything is sent.
 * @param now unix seconds.
 * @param delaySecs seconds that the parties have to act themselves.
 */
export function jobsOf(order: OrderWire, now: number, delaySecs: number): KeeperJob[] {
  return sides.flatMap((side): KeeperJob[] => {
    const intent = side === 'source' ? order.source_intent : order.destination_intent
    const other = side === 'source' ? order.destination_intent : order.source_intent
    const isOpen = intent.create_tx_hash !== null && intent.claim_tx_hash === null && intent.cancel_tx_hash === null
    const isOver = now >= intent.cancel_after + delaySecs
    if (intent.claim_tx_hash !== null || intent.cancel_tx_hash !== null)
      return swept.includes(order.status) ? [{ type: 'sweep', side }] : []
    if (isOver && isOpen) return [{ type: 'cancel', side }]
    if (isOver && intent.create_tx_hash === null) return [{ type: 'recover_prefund', side }]
    const publicSince = other.claim_timestamp === null ? undefined : Date.parse(other.claim_timestamp) / 1000
    const isPublic = publicSince !== undefined && other.commitment !== null && now >= publicSince + delaySecs
    // The claim of a hop needs its recipient's signature.
    return isPublic && isOpen && !intent.l1_hop && now < intent.cancel_after ? [{ type: 'claim', side }] : []
  })
}

/**
 * Whether the source may be funded at its address while its user does not create it.
 * @param now unix seconds.
 * @param delaySecs seconds that the user has to create it.
 */
export const mayBePrefunded = (order: OrderWire, now: number, delaySecs: number): boolean =>
  order.status === 'created' &&
  order.source_intent.create_tx_hash === null &&
  // After `fill_by` no maker fills the order.
  (order.fill_by === null || now < order.fill_by) &&
  now >= Date.parse(order.created_at) / 1000 + delaySecs

/**
 * Whether the maker has let its time pass without filling the order.
 * @param now unix seconds.
 * @param delaySecs seconds that the maker has to give the source back itself.
 */
export const isUnfilled = (order: OrderWire, now: number, delaySecs: number): boolean =>
  order.status === 'source_initiated' &&
  order.maker_quote !== null &&
  order.fill_by !== null &&
  order.destination_intent.create_tx_hash === null &&
  now >= order.fill_by + delaySecs

export type JobDecision =
  | { type: 'safe' }
  /** Another account has done the job, or it was never needed. */
  | { type: 'settled' }
  | { type: 'wait'; reason: string }
  | { type: 'refuse'; code: 'TOO_LATE' | 'CANCELLED'; reason: string }

/** Decides whether a job may be sent, by what the chain shows. `balance` is in base units, `consentDeadline` in unix seconds. */
export function decideJob(
  type: KeeperJob['type'],
  {
    latest,
    atDepth,
    chainTime,
    terms,
    balance,
    consentDeadline,
  }: VaultAtDepth & { terms: EscrowTerms; balance: bigint; consentDeadline?: number | undefined },
): JobDecision {
  const isOver = chainTime >= terms.cancelAfter
  if (type === 'recover_prefund') {
    if (latest.state !== 'missing') return { type: 'settled' }
    if (!isOver) return { type: 'wait', reason: 'its time is not over by the chain’s clock' }
    return balance > 0n
      ? { type: 'safe' }
      : { type: 'refuse', code: 'CANCELLED', reason: 'nothing lies at the vault’s address' }
  }
  if (type === 'sweep') {
    if (latest.state !== 'claimed' && latest.state !== 'cancelled')
      return { type: 'wait', reason: 'the vault is not settled' }
    return latest.balance > 0n ? { type: 'safe' } : { type: 'settled' }
  }
  if (latest.state === 'claimed') return { type: 'settled' }
  if (latest.state === 'cancelled')
    return type === 'cancel' || type === 'consent'
      ? { type: 'settled' }
      : { type: 'refuse', code: 'CANCELLED', reason: 'the vault is cancelled' }
  if (latest.state === 'missing' || atDepth.state === 'missing')
    return { type: 'wait', reason: 'the vault is not on chain at its confirmation depth' }
  if (type === 'consent') {
    return consentDeadline !== undefined && chainTime < consentDeadline
      ? { type: 'safe' }
      : { type: 'refuse', code: 'TOO_LATE', reason: 'the consent has expired' }
  }
  if (type === 'cancel') {
    return isOver ? { type: 'safe' } : { type: 'wait', reason: 'its time is not over by the chain’s clock' }
  }
  return isOver ? { type: 'refuse', code: 'TOO_LATE', reason: 'its time is over' } : { type: 'safe' }
}
