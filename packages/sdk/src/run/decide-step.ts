import type { OrderStatus } from '../client/types.ts'
import type { Reason } from './reason.ts'
import type { RunEnd, Unverified } from './run-end.ts'
import { isContradicted, type RunFacts } from './run-evidence.ts'
import type { RunStep } from './run-steps.ts'

/**
 * What a run does next (`action`), the step that it reports to the application meanwhile, and why it waits, where that
 * is known. The step can differ from the action. While the run tries to reveal and the chains do not show the market
 * maker's escrow yet, it reports `waiting_for_market_maker`. While it tries to refund before the contract allows it, it
 * reports `waiting_for_refund`. So the reported step does not change with every try.
 */
export type StepDecision = { step: RunStep; reason?: Reason } & (
  | { action: 'initiate' | 'hand_over' | 'explain' | 'reveal' | 'ensure_claim' | 'wait' | 'refund' }
  | ({ action: 'end' } & Pick<RunEnd, 'outcome' | 'unverified'>)
)

/** The statuses in which the recipient was paid. */
const paid: readonly OrderStatus[] = ['destination_claimed', 'bridging', 'bridge_failed', 'completed']

/** The statuses in which the market maker will not fund the destination any more. */
const unfillable: readonly OrderStatus[] = ['refundable', 'cancelled', 'expired', 'conflict']

/**
 * Whether the recipient was paid. The destination chain decides where an endpoint can be asked, so that a false status
 * from the orderbook cannot end a run early.
 */
export const isPaid = ({ isClaimed, status }: Pick<RunFacts, 'isClaimed' | 'status'>): boolean =>
  isClaimed ?? paid.includes(status)

export const isRefundDue = ({ nowSecs, cancelAfter }: Pick<RunFacts, 'nowSecs' | 'cancelAfter'>): boolean =>
  nowSecs >= cancelAfter

/**
 * Decides what a run does next, from facts alone. Once the secret is out, claiming the destination comes first. From
 * `cancel_after` of the source escrow on, the run refunds the source, and still claims the destination beside that.
 */
export function decideStep(facts: RunFacts): StepDecision {
  const { status, initiation, isOrderbookThere, isSecretOut, isDestinationOver } = facts
  const isDue = isRefundDue(facts)
  const isUnfundable = status === 'created' && initiation === 'refused'
  // A status by which the recipient was paid only says here that the maker funded: isPaid decides about the payment.
  const isFilled = status === 'destination_initiated' || paid.includes(status)
  const isMakersTurn = !isFilled && isOrderbookThere
  if (isPaid(facts)) return decideSettling(facts)
  if (isSecretOut && !isDestinationOver && !isDue && !(facts.claimWaits && isMakersTurn))
    return { step: 'ensuring_claim', action: 'ensure_claim' }
  if (isDue || isUnfundable || unfillable.includes(status)) return decideRefund(facts)
  if (facts.revealRefusal !== undefined || (isSecretOut && isDestinationOver)) return waitForRefund(facts)
  if (status === 'created' && initiation === 'open' && isOrderbookThere)
    return { step: 'initiating', action: 'initiate' }
  if (!isMakersTurn) return decideRevealing(facts)
  const action = facts.handsOver && !facts.isHandedOver ? 'hand_over' : 'explain'
  return { step: 'waiting_for_market_maker', action }
}

function decideRevealing(facts: RunFacts): StepDecision {
  if (!facts.canReveal) return waitForRefund(facts)
  return { step: facts.isMakerAwaited ? 'waiting_for_market_maker' : 'revealing', action: 'reveal' }
}

/** Nothing can be claimed any more, so the run waits until the source escrow can be refunded. */
function waitForRefund({ isSecretOut, revealRefusal, cancelAfter: until }: RunFacts): StepDecision {
  const why = isSecretOut
    ? 'the destination went unclaimed in its time'
    : (revealRefusal ?? 'the secret stays with you, because this run cannot claim')
  const reason = { code: 'SECRET_KEPT', message: `${why}: the source amount can be taken back later`, until } as const
  return { step: 'waiting_for_refund', action: 'wait', reason }
}

/** The refund step may report another step afterwards, from what the wallet's endpoint says of the source escrow. */
function decideRefund({ isUnfunded, isSecretOut, nowSecs, refundFrom }: RunFacts): StepDecision {
  if (isUnfunded && !isSecretOut) return { step: 'waiting_for_expiry', action: 'refund' }
  return { step: nowSecs < refundFrom ? 'waiting_for_refund' : 'refunding', action: 'refund' }
}

function decideSettling(facts: RunFacts): StepDecision {
  const { shown, status } = facts
  if (status === 'completed' && !isContradicted(facts))
    return { step: 'completed', action: 'end', outcome: 'completed', ...unverifiedOf(shown, parts) }
  if (shown.destination_claim !== false && (isRefundDue(facts) || !facts.isOrderbookThere))
    return { step: 'settling', action: 'end', outcome: 'paid', ...unverifiedOf(shown, ['destination_claim']) }
  const missing = parts.find((part) => shown[part] === false)
  // Without a reason, the run asks the orderbook what it waits for.
  return { step: 'settling', action: 'explain', ...(missing === undefined ? {} : { reason: pending[missing] }) }
}

const parts = ['destination_claim', 'source_claim', 'delivery'] as const

const pending: Record<Unverified, Reason> = {
  destination_claim: { code: 'CONFIRMING', message: 'the claim has too few confirmations to count yet' },
  source_claim: { code: 'SOURCE_CLAIM_PENDING', message: 'the market maker has not taken its side yet' },
  delivery: { code: 'DELIVERY_PENDING', message: 'the bridge has not delivered yet' },
}

function unverifiedOf(shown: RunFacts['shown'], asserted: readonly Unverified[]): Pick<RunEnd, 'unverified'> {
  const unverified = asserted.filter((part) => shown[part] === undefined)
  return unverified.length === 0 ? {} : { unverified }
}
