import type { OrderStatus } from '../client/types.ts'
import type { Reason } from './reason.ts'
import type { RunEnd, Unverified } from './run-end.ts'
import { isContradicted, type RunFacts } from './run-evidence.ts'

/** The steps of a run in the order in which they come, for a progress bar. A run may change from one path to another. */
export const runPaths = {
  forward: ['initiating', 'waiting_for_market_maker', 'revealing', 'ensuring_claim', 'settling', 'completed'],
  backward: ['waiting_for_refund', 'refunding', 'refunded'],
  unfunded: ['waiting_for_expiry', 'ended'],
} as const

/**
 * Where a run stands. `waiting_for_expiry`: nothing was paid, and something that the user signed or sent may still pay.
 * `ended`: there is nothing to take back.
 */
export type RunStep = (typeof runPaths)['forward' | 'backward' | 'unfunded'][number]

/**
 * The state of a run: the step that is told, what the run does in it, and what it waits for where that is known. A reveal
 * is told as a wait for the market maker as long as the chains do not show its escrow, and a refund as a wait for its time:
 * neither is told anew with every try.
 */
export type RunState = { step: RunStep; reason?: Reason } & (
  | { act: 'initiate' | 'hand_over' | 'explain' | 'reveal' | 'ensure_claim' | 'wait' | 'take_back' }
  | ({ act: 'end' } & Pick<RunEnd, 'outcome' | 'unverified'>)
)

/** The statuses in which the recipient was paid. */
const paid: readonly OrderStatus[] = ['destination_claimed', 'bridging', 'bridge_failed', 'completed']

const over: readonly OrderStatus[] = ['refundable', 'cancelled', 'expired', 'conflict']

/** Whether the recipient was paid: by the chain where it can be asked, so that no orderbook ends a run early. */
export const isPaid = ({ isClaimed, status }: Pick<RunFacts, 'isClaimed' | 'status'>): boolean =>
  isClaimed ?? paid.includes(status)

export const isRefundDue = ({ nowSecs, cancelAfter }: Pick<RunFacts, 'nowSecs' | 'cancelAfter'>): boolean =>
  nowSecs >= cancelAfter

/**
 * The state that follows from the facts. Pure. Once the secret is out, the destination comes first; after the source's
 * time, both are pursued.
 */
export function stateOf(facts: RunFacts): RunState {
  const { status, initiation, isOrderbookThere, isSecretOut, isDestinationOver } = facts
  const isDue = isRefundDue(facts)
  const isUnfundable = status === 'created' && initiation === 'refused'
  // A paid status does not count without a claim on chain.
  const isFilled = status === 'destination_initiated' || paid.includes(status)
  const isMakersTurn = !isFilled && isOrderbookThere
  if (isPaid(facts)) return settlingState(facts)
  if (isSecretOut && !isDestinationOver && !isDue && !(facts.claimWaits && isMakersTurn))
    return { step: 'ensuring_claim', act: 'ensure_claim' }
  if (isDue || isUnfundable || over.includes(status)) return takingBackState(facts)
  if (facts.revealRefusal !== undefined || (isSecretOut && isDestinationOver)) return keptState(facts)
  if (status === 'created' && initiation === 'open' && isOrderbookThere) return { step: 'initiating', act: 'initiate' }
  if (!isMakersTurn) return revealingState(facts)
  const act = facts.handsOver && !facts.isHandedOver ? 'hand_over' : 'explain'
  return { step: 'waiting_for_market_maker', act }
}

function revealingState(facts: RunFacts): RunState {
  if (!facts.canReveal) return keptState(facts)
  return { step: facts.isMakerAwaited ? 'waiting_for_market_maker' : 'revealing', act: 'reveal' }
}

/** The secret stays for good, and the source can only be taken back later. */
function keptState({ isSecretOut, revealRefusal, cancelAfter: until }: RunFacts): RunState {
  const why = isSecretOut
    ? 'the destination went unclaimed in its time'
    : (revealRefusal ?? 'the secret stays with you, because this run cannot claim')
  const reason = { code: 'SECRET_KEPT', message: `${why}: the source amount can be taken back later`, until } as const
  return { step: 'waiting_for_refund', act: 'wait', reason }
}

/** The step of a run that takes the source back, before its endpoint has said anything more. */
function takingBackState({ isUnfunded, isSecretOut, nowSecs, refundFrom }: RunFacts): RunState {
  if (isUnfunded && !isSecretOut) return { step: 'waiting_for_expiry', act: 'take_back' }
  return { step: nowSecs < refundFrom ? 'waiting_for_refund' : 'refunding', act: 'take_back' }
}

function settlingState(facts: RunFacts): RunState {
  const { shown, status } = facts
  if (status === 'completed' && !isContradicted(facts))
    return { step: 'completed', act: 'end', outcome: 'completed', ...unverifiedOf(shown, parts) }
  if (shown.destination_claim !== false && (isRefundDue(facts) || !facts.isOrderbookThere))
    return { step: 'settling', act: 'end', outcome: 'paid', ...unverifiedOf(shown, ['destination_claim']) }
  const missing = parts.find((part) => shown[part] === false)
  // Asks the orderbook what is missing, when the chains show everything.
  return { step: 'settling', act: 'explain', ...(missing === undefined ? {} : { reason: pending[missing] }) }
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
