import type { CancelAfter } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import type { Clocks } from './deadline-problem.ts'
import type { RefundVerdict } from './refund.ts'

export interface SideView extends Pick<VaultAtDepth, 'latest' | 'atDepth' | 'chainTime'> {
  terms: EscrowTerms
}

export interface OrderView {
  source: SideView
  destination: SideView
  isSecretPublic: boolean
  /** Base units. */
  inventory: bigint
  /** True on a direct order. */
  isBridgeOpen: boolean
  /** Unix seconds of the source chain: a later source binds nobody. `null`: none was agreed. */
  initiateBy: number | null
  /** Unix seconds; `undefined` while unknown. */
  sourceCreatedAt: number | undefined
  /** Unix seconds of the destination chain: nothing is funded later. `null`: none was agreed. */
  fillBy: number | null
  now: number
  bar: string | undefined
  /** Hundredths of a percent of the source; `undefined` without a fresh price of each token. */
  profitBips: number | undefined
  /** The limit of money at risk that funding it would be beyond. */
  risk: string | undefined
  refund: RefundVerdict
}

/** Unix seconds. */
export interface OrderTimes extends Clocks {
  fillBy: number | null
}

export interface Policy {
  /** Less would leave the user no time to claim. */
  minFillWindowSecs: number
  deadlineProblem: (deadlines: CancelAfter, times: OrderTimes) => string | undefined
  isPaused: boolean
  /** `undefined`: the quote is believed. */
  minProfitBips: number | undefined
  /** Time for a funding to be mined before `fillBy`. */
  fundingSecs: number
}

export type Decision =
  | { do: 'fund_destination' }
  | { do: 'claim_source' }
  | { do: 'cancel_destination' }
  | { do: 'refund_source' }
  /** Makes fundings in a pool impossible, before the source goes back. */
  | { do: 'use_nonces'; upTo: number }
  | { do: 'wait'; reason: string }
  | { do: 'nothing'; reason: string }

const wait = (reason: string): Decision => ({ do: 'wait', reason })
const nothing = (reason: string): Decision => ({ do: 'nothing', reason })

/**
 * Pure. First come claims with a public secret, then expired escrows; put money in only against a final source that
 * outlives the destination by the margin.
 */
export function decide(order: OrderView, policy: Policy): Decision {
  const { source, destination, isSecretPublic } = order
  if (isSecretPublic && source.latest.state === 'open')
    return isClaimable(source) ? { do: 'claim_source' } : nothing('the source can no longer be claimed')
  const isOpen = destination.latest.state === 'open'
  if (isOpen && destination.chainTime >= destination.terms.cancelAfter) return { do: 'cancel_destination' }
  if (isOpen) return wait('for the user to claim')
  if (destination.latest.state === 'claimed') {
    if (source.latest.state !== 'open') return nothing('both sides are settled')
    return wait('for the secret to be read')
  }
  if (destination.latest.state === 'cancelled') return nothing('the destination is cancelled')
  if (isFillOver(order)) return decideRefund(order)
  return decideFunding(order, policy)
}

/** The destination's user can claim it by the same secret until its time is over. */
export const isClaimable = ({ latest, chainTime, terms }: SideView): boolean =>
  latest.state === 'open' && chainTime < terms.cancelAfter

const isFillOver = ({ fillBy, destination }: OrderView): boolean => fillBy !== null && destination.chainTime >= fillBy

function decideRefund({ source, refund }: OrderView): Decision {
  if (source.latest.state === 'claimed' || source.latest.state === 'cancelled') return nothing('the source is settled')
  if (refund.verdict === 'refund') return { do: 'refund_source' }
  if (refund.verdict === 'use_nonces') return { do: 'use_nonces', upTo: refund.upTo }
  return wait(`for the refund to be safe: ${refund.reason}`)
}

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
  if (problem !== undefined) return order.fillBy === null ? nothing(problem) : wait(problem)
  if (order.fillBy !== null && time + policy.fundingSecs >= order.fillBy)
    return wait('for the time to fill to be over: too little is left to be mined in')
  const { minProfitBips } = policy
  if (minProfitBips !== undefined) {
    if (order.profitBips === undefined) return wait('for fresh prices')
    if (order.profitBips < minProfitBips) return wait('for it to earn enough after network fees')
  }
  if (order.risk !== undefined) return wait(`for other orders to settle: ${order.risk}`)
  if (inventory < destination.terms.amount) return wait('for inventory: too little of the token is left')
  return { do: 'fund_destination' }
}

/** A late source would give its user the choice of the better price. */
function bindingOf({ initiateBy, sourceCreatedAt }: OrderView): string | undefined {
  if (initiateBy === null) return undefined
  if (sourceCreatedAt === undefined) return 'for the block that created the source escrow'
  return sourceCreatedAt > initiateBy ? 'for the refund: the source came after its time' : undefined
}
