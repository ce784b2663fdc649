import type { refundWays } from '@tandem/contracts'
import type { VaultView } from '@tandem/escrow'

export type RefundWay = (typeof refundWays)[number]

/** The facts that decide how a source amount can go back. */
export interface RefundFacts {
  /** Of the source vault in the latest block. */
  state: VaultView['state']
  /** Base units at its address. */
  balance: bigint
  /** Base units below which nothing is given back that no open escrow holds: anybody can send a trifle, and ask. */
  least: bigint
  /** Whether its time is over by the chain's clock. */
  isOver: boolean
  /** Whether a consent of its recipient was given. */
  isConsented: boolean
}

/** How the source amount goes back now, or why it does not. Pure. */
export function wayOfRefund({
  state,
  balance,
  least,
  isOver,
  isConsented,
}: RefundFacts): RefundWay | 'nothing_there' | 'settled' | 'too_early' {
  if (state === 'claimed' || state === 'cancelled') return balance >= least ? 'sweep' : 'settled'
  if (state === 'missing') {
    if (balance < least) return 'nothing_there'
    return isOver ? 'recover_prefund' : 'too_early'
  }
  if (isOver) return 'cancel'
  return isConsented ? 'consent' : 'too_early'
}
