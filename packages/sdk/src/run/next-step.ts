import type { OrderStatus } from '../client/types.ts'

export const runPaths = {
  forward: ['initiating', 'waiting_for_market_maker', 'revealing', 'ensuring_claim', 'settling', 'completed'],
  backward: ['waiting_for_refund', 'refunding', 'refunded'],
  unfunded: ['waiting_for_expiry', 'ended'],
} as const

/**
 * `waiting_for_expiry`: nothing was paid, and something that the user signed or sent may still pay. `ended`: nothing to
 * take back.
 */
export type RunStep = (typeof runPaths)['forward' | 'backward' | 'unfunded'][number]

/** The status is the orderbook's word. */
export interface RunFacts {
  status: OrderStatus
  isOrderbookThere: boolean
  isInitiated: boolean
  isInitiationRefused: boolean
  /** Neither the orderbook nor the wallet's endpoint has ever shown the source amount. */
  isUnfunded: boolean
  isSecretOut: boolean
  /** `undefined` without an endpoint. */
  isClaimed: boolean | undefined
  /** A chain does not show completion at depth yet. */
  isContradicted: boolean
  isRevealRefused: boolean
  /** At depth, or by the clock. */
  isDestinationOver: boolean
  isRefundDue: boolean
}

/** The recipient was paid. */
const paid: readonly OrderStatus[] = ['destination_claimed', 'bridging', 'bridge_failed', 'completed']

const over: readonly OrderStatus[] = ['refundable', 'cancelled', 'expired', 'conflict']

/** By the chain where possible: no orderbook ends a run early. */
export const isPaid = ({ isClaimed, status }: Pick<RunFacts, 'isClaimed' | 'status'>): boolean =>
  isClaimed ?? paid.includes(status)

/** Once the secret is out the destination comes first; past the source's time both are pursued. */
export function nextStep(facts: RunFacts): RunStep {
  const { status, isOrderbookThere, isInitiated, isSecretOut, isRevealRefused, isDestinationOver, isRefundDue } = facts
  const isUnfundable = status === 'created' && facts.isInitiationRefused
  if (isPaid(facts)) return status === 'completed' && !facts.isContradicted ? 'completed' : 'settling'
  if (isSecretOut && !isDestinationOver && !isRefundDue) return 'ensuring_claim'
  if (isRefundDue || isUnfundable || over.includes(status))
    return facts.isUnfunded && !isSecretOut ? 'waiting_for_expiry' : 'refunding'
  if (isRevealRefused || isSecretOut) return 'waiting_for_refund'
  if (status === 'created' && !isInitiated && isOrderbookThere) return 'initiating'
  // No paid status without a claim on chain.
  if (status === 'destination_initiated' || paid.includes(status) || !isOrderbookThere) return 'revealing'
  return 'waiting_for_market_maker'
}

/**
 * The step as it is told. A reveal waits for the market maker as long as the chains do not show its escrow, and a refund
 * for the time from which the contract allows it: neither is told anew with every try.
 * @param memory.isRevealing whether this run can reveal at all.
 * @param memory.refundFrom unix seconds, once the contract refused a refund as too early.
 */
export function toldStep(
  step: RunStep,
  memory: { isRevealing: boolean; isMakerAwaited: boolean; refundFrom: number },
  now: number,
): RunStep {
  if (step === 'revealing' && !memory.isRevealing) return 'waiting_for_refund'
  if (step === 'revealing' && memory.isMakerAwaited) return 'waiting_for_market_maker'
  if (step === 'refunding' && now < memory.refundFrom) return 'waiting_for_refund'
  return step
}
