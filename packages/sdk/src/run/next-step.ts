import type { OrderStatus } from '../client/types.ts'

export const runPaths = {
  forward: ['initiating', 'waiting_for_market_maker', 'revealing', 'ensuring_claim', 'settling', 'completed'],
  backward: ['waiting_for_refund', 'refunding', 'refunded'],
} as const

/** `ended`: nothing to take back. */
export type RunStep = (typeof runPaths)['forward' | 'backward'][number] | 'ended'

/** The status is the orderbook's word. */
export interface RunFacts {
  status: OrderStatus
  isOrderbookThere: boolean
  isInitiated: boolean
  isInitiationRefused: boolean
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
  if (isRefundDue || isUnfundable || over.includes(status)) return 'refunding'
  if (isRevealRefused || isSecretOut) return 'waiting_for_refund'
  if (status === 'created' && !isInitiated && isOrderbookThere) return 'initiating'
  // No paid status without a claim on chain.
  if (status === 'destination_initiated' || paid.includes(status) || !isOrderbookThere) return 'revealing'
  return 'waiting_for_market_maker'
}
