import type { CancelAfter } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import type { Clocks } from './deadline-problem.ts'
import type { RefundVerdict } from './refund.ts'

/** A side of an order as the solver sees it: the terms agreed, and what the chain says. */
export interface SideView extends Pick<VaultAtDepth, 'latest' | 'atDepth' | 'chainTime'> {
  terms: EscrowTerms
}

export interface OrderView {
  source: SideView
  destination: SideView
  /** Whether the secret is public. */
  isSecretPublic: boolean
  /** The solver's holding of the destination's token, in base units. Matters only while the destination is missing. */
  inventory: bigint
  /** Whether the bridge of a hop takes its tokens; true on a direct order. Matters only while the destination is missing. */
  isBridgeOpen: boolean
  /** By the source chain's clock, unix seconds: a source that came later binds nobody. `null`: none was agreed. */
  initiateBy: number | null
  /** The time of the block that created the source; `undefined` while that block is not known. */
  sourceCreatedAt: number | undefined
  /** By the destination chain's clock, unix seconds: what is not funded by then is never funded. `null`: none was agreed. */
  fillBy: number | null
  /** The solver's own clock, unix seconds: an endpoint that has stopped shows a time that is long over. */
  now: number
  /** Why it must not be funded whatever the chains say: consent was given, or another order has its source. */
  bar: string | undefined
  /** The profit after network fees, in hundredths of a percent of the source; `undefined` without prices of our own. */
  profitBips: number | undefined
  /** Whether the source may be given back; asked once the time to fill is over. */
  refund: RefundVerdict
}

/** The clocks of an order, and its `fill_by`; unix seconds. */
export interface OrderTimes extends Clocks {
  fillBy: number | null
}

export interface Policy {
  /** Seconds that a destination escrow must have left when it is funded; less leaves the user no time to claim. */
  minFillWindowSecs: number
  /** Why the deadlines of the order are left alone; `undefined` when they are in bounds (`deadlineProblem`). */
  deadlineProblem: (deadlines: CancelAfter, times: OrderTimes) => string | undefined
  /** Whether new escrows are funded at all. */
  isPaused: boolean
  /** The least an order must earn, as `profitBips`; `undefined`: the quote is believed. */
  minProfitBips: number | undefined
  /** Seconds that a funding may take to be mined: it must be there before `fillBy`. */
  fundingSecs: number
}

/** The action for an order now. At most one: the next look decides again. */
export type Decision =
  | { do: 'fund_destination' }
  | { do: 'claim_source' }
  | { do: 'cancel_destination' }
  /** Gives the source back to the user, who need not wait for its time to be over. */
  | { do: 'refund_source' }
  /** Makes fundings of this order that may lie in some pool impossible, so that the source can be given back. */
  | { do: 'use_nonces'; upTo: number }
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
  if (isSecretPublic && source.latest.state === 'open')
    return isClaimable(source) ? { do: 'claim_source' } : nothing('the source can no longer be claimed')
  if (destination.latest.state === 'open') {
    if (destination.chainTime >= destination.terms.cancelAfter) return { do: 'cancel_destination' }
    return wait('for the user to claim')
  }
  if (destination.latest.state === 'claimed') {
    if (source.latest.state !== 'open') return nothing('both sides are settled')
    return wait('for the secret to be read')
  }
  if (destination.latest.state === 'cancelled') return nothing('the destination is cancelled')
  if (isFillOver(order)) return decideRefund(order)
  return decideFunding(order, policy)
}

/**
 * Whether the source can be claimed by its secret. The destination does not matter: where it was funded, the user can claim it by the
 * same secret, also after this claim, until its time is over.
 */
export const isClaimable = ({ latest, chainTime, terms }: SideView): boolean =>
  latest.state === 'open' && chainTime < terms.cancelAfter

const isFillOver = ({ fillBy, destination }: OrderView): boolean => fillBy !== null && destination.chainTime >= fillBy

/** The time to fill is over and nothing was filled: the user's money goes back as soon as that is safe. */
function decideRefund({ source, refund }: OrderView): Decision {
  if (source.latest.state === 'claimed' || source.latest.state === 'cancelled') return nothing('the source is settled')
  if (refund.verdict === 'refund') return { do: 'refund_source' }
  if (refund.verdict === 'use_nonces') return { do: 'use_nonces', upTo: refund.upTo }
  return wait(`for the refund to be safe: ${refund.reason}`)
}

/** The destination does not exist yet: whether to put money in. */
function decideFunding(order: OrderView, policy: Policy): Decision {
  const { source, destination, inventory } = order
  if (policy.isPaused) return wait('the solver is paused')
  if (order.bar !== undefined) return nothing(order.bar)
  if (source.latest.state === 'claimed' || source.latest.state === 'cancelled') return nothing('the source is settled')
  if (source.latest.state === 'missing') return wait('for the source escrow')
  if (source.atDepth.state !== 'open') return wait('for the source escrow to be final')
  if (!source.atDepth.hasTerms || source.atDepth.balance < source.terms.amount)
    return nothing('the source is not what was agreed')
  if (!order.isBridgeOpen) return nothing('the bridge takes nothing to the final chain')
  const bound = bindingOf(order)
  if (bound !== undefined) return wait(bound)
  const time = Math.max(destination.chainTime, order.now)
  const timeLeft = destination.terms.cancelAfter - time
  if (timeLeft < policy.minFillWindowSecs) return nothing('too little time is left to fill')
  const deadlines = { source: source.terms.cancelAfter, destination: destination.terms.cancelAfter }
  const clocks = { source: source.chainTime, destination: destination.chainTime, own: order.now }
  const problem = policy.deadlineProblem(deadlines, { ...clocks, fillBy: order.fillBy })
  // The age of one block decides it: until the time to fill is over, the next block is looked at.
  if (problem !== undefined) return order.fillBy === null ? nothing(problem) : wait(problem)
  if (order.fillBy !== null && time + policy.fundingSecs >= order.fillBy)
    return wait('for the time to fill to be over: too little is left to be mined in')
  if (policy.minProfitBips !== undefined && (order.profitBips ?? Number.NEGATIVE_INFINITY) < policy.minProfitBips)
    return wait('for it to earn enough after network fees')
  if (inventory < destination.terms.amount) return wait('for inventory: too little of the token is left')
  return { do: 'fund_destination' }
}

/** Why the source does not bind the solver: a user who may come late would have the choice of the better price. */
function bindingOf({ initiateBy, sourceCreatedAt }: OrderView): string | undefined {
  if (initiateBy === null) return undefined
  if (sourceCreatedAt === undefined) return 'for the block that created the source escrow'
  return sourceCreatedAt > initiateBy ? 'for the refund: the source came after its time' : undefined
}
