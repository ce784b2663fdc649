import { maxNonceLead } from '@tandem/chain/sending'
import type { VaultView } from '@tandem/escrow'

/** What a refund depends on. All times are unix seconds. */
export interface RefundView {
  /** The source's vault in the newest block. */
  source: VaultView
  destination: {
    latest: VaultView
    atDepth: VaultView
    /** The time of the newest confirmed block, which no expected reorganization takes back. */
    timeAtDepth: number
    /** How many nonces the solver's account had used in that block. */
    noncesAtDepth: number
  }
  /** `null` when the quote named no such time. */
  fillBy: number | null
  /** The highest nonce with which a funding of this order was ever broadcast. */
  highestFundingNonce: number | undefined
  /** False when an earlier run may have broadcast fundings that the journal does not hold. */
  isHistoryComplete: boolean
}

/**
 * With `use_nonces`, the solver first has to use every nonce up to `upTo`, so that no funding in a pool can be mined
 * any more.
 */
export type RefundDecision = { type: 'refund' } | { type: 'use_nonces'; upTo: number } | { type: 'no'; reason: string }

const no = (reason: string): RefundDecision => ({ type: 'no', reason })

/**
 * Decides whether the source may be given back to its user. Pure. It may once no funding can be mined any more: by the
 * newest confirmed block, the destination is missing, its time is over, and another transaction has used every nonce of
 * a funding. The caller stores the consent first, and funds nothing afterwards.
 */
export function decideRefund(view: RefundView): RefundDecision {
  const { source, destination, fillBy, highestFundingNonce } = view
  if (source.state !== 'open') return no('the source is not open')
  if (fillBy === null) return no('the quote named no time to fill by')
  if (destination.latest.state !== 'missing' || destination.atDepth.state !== 'missing')
    return no('the destination was funded')
  if (destination.timeAtDepth < fillBy) return no('the time to fill is not over at depth')
  if (!view.isHistoryComplete) return no('an earlier run may have funded it, and the journal does not say')
  if (highestFundingNonce === undefined || destination.noncesAtDepth > highestFundingNonce) return { type: 'refund' }
  // A lie about a nonce must not make the solver use nonces without end.
  if (highestFundingNonce > destination.noncesAtDepth + maxNonceLead)
    return no('a funding lies under a nonce that is out of reach')
  return { type: 'use_nonces', upTo: highestFundingNonce }
}
