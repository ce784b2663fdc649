import type { CancelAfter } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import type { Clocks } from './deadline-problem.ts'
import type { RefundDecision } from './refund.ts'

export interface SideView extends Pick<VaultAtDepth, 'latest' | 'atDepth' | 'chainTime'> {
  terms: EscrowTerms
}

export interface OrderView {
  source: SideView
  destination: SideView
  isSecretPublic: boolean
  /** What the account can still pay out of the destination's token, in base units. */
  inventory: bigint
  /** Whether the bridge of a hop takes tokens to the final chain. Always true on a direct order. */
  isBridgeOpen: boolean
  /**
   * Unix seconds by the source chain's clock. A source that was created later binds no maker. `null` when no such time
   * was agreed.
   */
  initiateBy: number | null
  /** When the source was created, in unix seconds; `undefined` while that is unknown. */
  sourceCreatedAt: number | undefined
  /**
   * Unix seconds by the destination chain's clock, after which nothing is funded. `null` when no such time was agreed.
   */
  fillBy: number | null
  now: number
  blocker: string | undefined
  /**
   * What the order earns after gas, in hundredths of a percent of the source; `undefined` without a fresh price of each
   * token.
   */
  profitBips: number | undefined
  /** The limit of money at risk that funding this order would exceed. */
  risk: string | undefined
  refund: RefundDecision
}

/** All in unix seconds. */
export interface OrderTimes extends Clocks {
  fillBy: number | null
}

export interface Policy {
  /** Seconds that the user must have left to claim; with fewer, nothing is funded. */
  minFillWindowSecs: number
  deadlineProblem: (deadlines: CancelAfter, times: OrderTimes) => string | undefined
  isPaused: boolean
  /** In hundredths of a percent. `undefined`: the amounts of the quote are accepted as they are. */
  minProfitBips: number | undefined
  /** Seconds that a funding may take to be mined. It is not begun later than that before `fillBy`. */
  fundingSecs: number
}

export type Decision =
  | { do: 'fund_destination' }
  | { do: 'claim_source' }
  | { do: 'cancel_destination' }
  | { do: 'refund_source' }
  /**
   * Uses up the nonces of fundings that are still in a mempool, so that none of them can be mined after the source was
   * given back.
   */
  | { do: 'use_nonces'; upTo: number }
  | { do: 'wait'; reason: string }
  | { do: 'nothing'; reason: string }

const wait = (reason: string): Decision => ({ do: 'wait', reason })
const nothing = (reason: string): Decision => ({ do: 'nothing', reason })

/**
 * Decides what the solver does with an order. Pure. A public secret comes first, because a claim that comes too late
 * loses money. Expired escrows come next. The solver pays in only when the source is final and outlives the destination
 * by the margin.
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

/**
 * Whether the solver may still claim the source. Until its deadline, the user can claim the destination by the same
 * secret.
 */
export const isClaimable = ({ latest, chainTime, terms }: SideView): boolean =>
  latest.state === 'open' && chainTime < terms.cancelAfter

const isFillOver = ({ fillBy, destination }: OrderView): boolean => fillBy !== null && destination.chainTime >= fillBy

function decideRefund({ source, refund }: OrderView): Decision {
  if (source.latest.state === 'claimed' || source.latest.state === 'cancelled') return nothing('the source is settled')
  if (refund.type === 'refund') return { do: 'refund_source' }
  if (refund.type === 'use_nonces') return { do: 'use_nonces', upTo: refund.upTo }
  return wait(`for the refund to be safe: ${refund.reason}`)
}

function decideFunding(order: OrderView, policy: Policy): Decision {
  const { source, destination, inventory } = order
  if (policy.isPaused) return wait('the solver is paused')
  if (order.blocker !== undefined) return nothing(order.blocker)
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

/**
 * Why the source does not bind the maker; `undefined` when it does. A source that came too late would let its user
 * choose the better price.
 */
function bindingOf({ initiateBy, sourceCreatedAt }: OrderView): string | undefined {
  if (initiateBy === null) return undefined
  if (sourceCreatedAt === undefined) return 'for the block that created the source escrow'
  return sourceCreatedAt > initiateBy ? 'for the refund: the source came after its time' : undefined
}
