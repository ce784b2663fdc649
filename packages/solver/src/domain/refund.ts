import { nonceReach } from '@tandem/chain/sending'
import type { VaultView } from '@tandem/escrow'

/** Unix seconds. */
export interface RefundView {
  /** In the latest block. */
  source: VaultView
  destination: {
    latest: VaultView
    atDepth: VaultView
    /** No expected reorg goes below it. */
    timeAtDepth: number
    /** At depth. */
    noncesAtDepth: number
  }
  /** `null` when the quote named none. */
  fillBy: number | null
  /** Ever broadcast for this order. */
  highestFundingNonce: number | undefined
  /** Every funding that was ever broadcast stands in the journal. */
  isHistoryComplete: boolean
}

/** `use_nonces`: first make these nonces used. */
export type RefundVerdict =
  | { verdict: 'refund' }
  | { verdict: 'use_nonces'; upTo: number }
  | { verdict: 'no'; reason: string }

const no = (reason: string): RefundVerdict => ({ verdict: 'no', reason })

/**
 * Whether the source may go back. Pure. No funding can be mined any more: the destination is missing at depth, its time
 * is over at depth, and another transaction used every nonce of a funding at depth. The caller stores the consent
 * first, and funds nothing against it.
 */
export function judgeRefund(view: RefundView): RefundVerdict {
  const { source, destination, fillBy, highestFundingNonce } = view
  if (source.state !== 'open') return no('the source is not open')
  if (fillBy === null) return no('the quote named no time to fill by')
  if (destination.latest.state !== 'missing' || destination.atDepth.state !== 'missing')
    return no('the destination was funded')
  if (destination.timeAtDepth < fillBy) return no('the time to fill is not over at depth')
  if (!view.isHistoryComplete) return no('an earlier run may have funded it, and the journal does not say')
  if (highestFundingNonce === undefined || destination.noncesAtDepth > highestFundingNonce) return { verdict: 'refund' }
  // A lie about a nonce must not make the solver use nonces without end.
  if (highestFundingNonce > destination.noncesAtDepth + nonceReach)
    return no('a funding lies under a nonce that is out of reach')
  return { verdict: 'use_nonces', upTo: highestFundingNonce }
}
