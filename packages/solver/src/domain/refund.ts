import type { VaultView } from '@tandem/escrow'
import { nonceReach } from '@tandem/sending'

/** The facts that decide whether an order's source may be given back before its time. Times in unix seconds. */
export interface RefundView {
  /** The source vault in the latest block. */
  source: VaultView
  destination: {
    latest: VaultView
    atDepth: VaultView
    /** The time of the block at depth: no reorg that the solver reckons with goes below it. */
    timeAtDepth: number
    /** How many nonces the solver's account has used there, at depth. */
    noncesAtDepth: number
  }
  /** By the destination chain's clock; `null` when the quote named none. */
  fillBy: number | null
  /** The highest nonce under which the solver has ever broadcast a funding of this order, if any. */
  highestFundingNonce: number | undefined
  /** Whether every funding that was ever broadcast for this order stands in the journal. */
  isHistoryComplete: boolean
}

/** Whether to give the money back now; `use_nonces`: after these nonces are used. */
export type RefundVerdict =
  | { verdict: 'refund' }
  | { verdict: 'use_nonces'; upTo: number }
  | { verdict: 'no'; reason: string }

const no = (reason: string): RefundVerdict => ({ verdict: 'no', reason })

/**
 * Whether the solver may let the user have the source back. Pure. It may when no funding of the destination can be mined
 * any more: it is missing at depth, its time to be filled is over at depth, and every nonce that a funding was ever
 * broadcast under is used at depth, so by something else. The caller stores the consent before it sends it, and funds
 * nothing that it has consented for.
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
  // An endpoint that lied about a nonce may hold such a funding, and to use all nonces before it would never end.
  if (highestFundingNonce > destination.noncesAtDepth + nonceReach)
    return no('a funding lies under a nonce that is out of reach')
  return { verdict: 'use_nonces', upTo: highestFundingNonce }
}
