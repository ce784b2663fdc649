import type { refundWays } from '@tandem/contracts'
import type { VaultView } from '@tandem/escrow'

export type RefundWay = (typeof refundWays)[number]

export interface RefundFacts {
  /** The state of the source in the latest block. */
  state: VaultView['state']
  balance: bigint
  /** Stray money below this many base units is not given back: anybody can send a trifle. */
  least: bigint
  /** Whether the source can be cancelled by the chain's clock. */
  isOver: boolean
  isConsented: boolean
}

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
