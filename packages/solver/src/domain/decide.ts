import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'

/** One side of an order as the solver sees it: what was agreed, and what the chain says. */
export interface SideView extends Pick<VaultAtDepth, 'latest' | 'atDepth' | 'chainTime'> {
  terms: EscrowTerms
}

export interface OrderView {
  source: SideView
  destination: SideView
  /** Whether the secret is public. */
  isSecretPublic: boolean
  /** What the solver holds of the destination's token, in base units. Matters only while the destination is missing. */
  inventory: bigint
  /** Whether the bridge of a hop takes its tokens; true on a direct order. Matters only while the destination is missing. */
  isBridgeOpen: boolean
}

export interface Policy {
  /** Seconds that a destination escrow must have left when it is funded; less leaves the user no time to claim. */
  minFillWindowSecs: number
  /** Seconds by which the source must outlive the destination. */
  minMarginSecs: number
  /** Whether new escrows are funded at all. */
  isPaused: boolean
}

/** What to do for an order now. At most one thing: the next look decides again. */
export type Decision =
  | { do: 'fund_destination' }
  | { do: 'claim_source' }
  | { do: 'cancel_destination' }
  | { do: 'wait'; reason: string }
  | { do: 'nothing'; reason: string }

const wait = (reason: string): Decision => ({ do: 'wait', reason })
const nothing = (reason: string): Decision => ({ do: 'nothing', reason })

/**
 * The market maker's whole policy. Pure. Its own money comes first: take what the public secret opens, take back what
 * expired, and put in money only against a source escrow that is final and outlives the destination by the margin.
 */
export function decide(order: OrderView, policy: Policy): Decision {
  const { source, destination, isSecretPublic } = order
  if (isSecretPublic && source.latest.state === 'open') {
    if (source.chainTime < source.terms.cancelAfter) return { do: 'claim_source' }
    return nothing('the source can no longer be claimed')
  }
  if (destination.latest.state === 'open') {
    if (destination.chainTime >= destination.terms.cancelAfter) return { do: 'cancel_destination' }
    return wait('for the user to claim')
  }
  if (destination.latest.state === 'claimed') {
    if (source.latest.state !== 'open') return nothing('both sides are settled')
    return wait('for the secret to be read')
  }
  if (destination.latest.state === 'cancelled') return nothing('the destination is cancelled')
  return decideFunding(order, policy)
}

/** The destination does not exist yet: whether to put money in. */
function decideFunding(order: OrderView, policy: Policy): Decision {
  const { source, destination, inventory } = order
  if (policy.isPaused) return wait('the solver is paused')
  if (source.latest.state === 'claimed' || source.latest.state === 'cancelled') return nothing('the source is settled')
  if (source.latest.state === 'missing') return wait('for the source escrow')
  if (source.atDepth.state !== 'open') return wait('for the source escrow to be final')
  if (!source.atDepth.hasTerms || source.atDepth.balance < source.terms.amount)
    return nothing('the source is not what was agreed')
  if (!order.isBridgeOpen) return nothing('the bridge takes nothing to the final chain')
  const timeLeft = destination.terms.cancelAfter - destination.chainTime
  if (timeLeft < policy.minFillWindowSecs) return nothing('too little time is left to fill')
  if (source.terms.cancelAfter - destination.terms.cancelAfter < policy.minMarginSecs)
    return nothing('the source does not outlive the destination by the margin')
  if (inventory < destination.terms.amount) return wait('for inventory: too little of the token is left')
  return { do: 'fund_destination' }
}
