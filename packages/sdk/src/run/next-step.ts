import type { OrderStatus } from '../client/types.ts'

/** The ways that a run can go, each from its first step to its last: to completion, and back to the refund. */
export const runPaths = {
  forward: ['initiating', 'waiting_for_market_maker', 'revealing', 'ensuring_claim', 'settling', 'completed'],
  backward: ['waiting_for_refund', 'refunding', 'refunded'],
} as const

/** The step that {@link Swap.run} has reached. `ended`: there was nothing to take back. */
export type RunStep = (typeof runPaths)['forward' | 'backward'][number] | 'ended'

/** The facts by which a run decides. The status is the orderbook's word; the other facts are the run's own. */
export interface RunFacts {
  status: OrderStatus
  /** Whether the order could be read just now. */
  isOrderbookThere: boolean
  /** Whether this run has handed the initiation over, or found the source escrow on chain. */
  isInitiated: boolean
  /** Whether too little time is left to bring the source escrow on chain. */
  isInitiationRefused: boolean
  /** Whether the secret may have left: it was sent, or a chain showed it. */
  isSecretOut: boolean
  /** Whether the chain shows the destination claimed; `undefined` where the run has no endpoint to ask. */
  isClaimed: boolean | undefined
  /** Whether a chain that was asked does not show yet, at depth, that the order is complete. */
  isContradicted: boolean
  /** Whether the secret stayed for good: too little time was left, or an escrow is not the agreed one. */
  isRevealRefused: boolean
  /** Whether the destination can no longer be claimed: by its chain at depth, or by the clock where there is nothing to ask. */
  isDestinationOver: boolean
  /** Whether the source escrow can be cancelled, by the application's clock. */
  isRefundDue: boolean
}

/** Statuses that say that the recipient was paid. */
const paid: readonly OrderStatus[] = ['destination_claimed', 'bridging', 'bridge_failed', 'completed']

/** The orderbook says that nothing comes any more: the source chain is asked what there is to take back. */
const over: readonly OrderStatus[] = ['refundable', 'cancelled', 'expired', 'conflict']

/** Whether the recipient was paid: by the chain where it can be asked, so that no orderbook ends a run early. */
export const isPaid = ({ isClaimed, status }: Pick<RunFacts, 'isClaimed' | 'status'>): boolean =>
  isClaimed ?? paid.includes(status)

/**
 * The next step of a run. Pure. Once the secret is out the destination is pursued before all else; past the source's time
 * both are, for no status and no silent chain keeps a run from the refund.
 */
export function nextStep(facts: RunFacts): RunStep {
  const { status, isOrderbookThere, isInitiated, isSecretOut, isRevealRefused, isDestinationOver, isRefundDue } = facts
  const isUnfundable = status === 'created' && facts.isInitiationRefused
  if (isPaid(facts)) return status === 'completed' && !facts.isContradicted ? 'completed' : 'settling'
  if (isSecretOut && !isDestinationOver && !isRefundDue) return 'ensuring_claim'
  if (isRefundDue || isUnfundable || over.includes(status)) return 'refunding'
  if (isRevealRefused || isSecretOut) return 'waiting_for_refund'
  if (status === 'created' && !isInitiated && isOrderbookThere) return 'initiating'
  // A status that says "paid" where the chain shows no claim is not believed; the chains are asked.
  if (status === 'destination_initiated' || paid.includes(status) || !isOrderbookThere) return 'revealing'
  return 'waiting_for_market_maker'
}
