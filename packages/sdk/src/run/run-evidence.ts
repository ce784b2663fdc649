import type { Order, OrderStatus } from '../client/types.ts'
import type { Unverified } from './run-end.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** What a run has found out so far. A reorg can take a claim away again, so later readings replace earlier ones. */
export interface RunEvidence {
  /** Whether the orderbook answered when it was last asked. */
  isOrderbookThere: boolean
  /** `refused`: it is too late to fund the order, so the run will not try again. */
  initiation: 'open' | 'made' | 'refused'
  /**
   * What the relayer answered when it was asked to claim. After `refused`, its final answer, the recipient's wallet
   * claims.
   */
  relayer: 'unasked' | 'accepted' | 'refused'
  /** Whether the relayer was asked to keep the secret until revealing is safe, and has accepted or refused for good. */
  isHandedOver: boolean
  /** Why the secret can never be revealed, because of what the chains show; `undefined` as long as it may be. */
  revealRefusal: string | undefined
  /** Whether the reveal waits for the market maker, because the chains do not show both escrows at depth yet. */
  isMakerAwaited: boolean
  /** Whether the wallet's endpoint has ever shown the amount in the source vault. */
  isFunded: boolean
  /** After the contract refused a refund as too early: the unix seconds from which it allows it. Before that, 0. */
  refundFrom: number
  /** Whether the wallet's endpoint, which may lie, shows that the maker claimed the source. */
  isSourceClaimed: boolean
  /** Whether any block has shown a claim with the secret, even one that a reorg has removed since. */
  isSecretShown: boolean
  /** Whether the newest block shows the destination's claim; `undefined` where no endpoint can be asked. */
  isClaimed: boolean | undefined
  /**
   * Whether `cancel_after` of the destination has passed in the counted block; `undefined` where no endpoint can be
   * asked.
   */
  isDestinationOver: boolean | undefined
  /** Which parts of the swap's end the chains show at depth; `undefined` where no endpoint can be asked. */
  shown: Partial<Record<Unverified, boolean | undefined>>
}

export const firstEvidence = (initiates: boolean): RunEvidence => ({
  isOrderbookThere: true,
  initiation: initiates ? 'open' : 'made',
  relayer: 'unasked',
  isHandedOver: false,
  revealRefusal: undefined,
  isMakerAwaited: false,
  isFunded: false,
  refundFrom: 0,
  isSourceClaimed: false,
  isSecretShown: false,
  isClaimed: undefined,
  isDestinationOver: undefined,
  shown: {},
})

/**
 * All that the next step of a run is decided by: the evidence, the orderbook's status, the swap's state and the clock.
 */
export interface RunFacts extends Omit<RunEvidence, 'isDestinationOver'> {
  /** The order's status, as the orderbook says it. */
  status: OrderStatus
  /** Whether the secret was sent, or is about to be. */
  isSecretOut: boolean
  /** Whether the relayer keeps the secret, and no chain has shown yet that revealing is safe. */
  claimWaits: boolean
  /** Whether this run hands the secret to the relayer before the chains show that revealing is safe. */
  handsOver: boolean
  /** Whether this run can reveal at all: without an orderbook only the recipient's own wallet can. */
  canReveal: boolean
  /** Whether neither the orderbook nor the wallet's endpoint has ever shown the amount in the source vault. */
  isUnfunded: boolean
  /**
   * Whether the destination's `cancel_after` has passed in the counted block, or by our clock where no endpoint can be
   * asked.
   */
  isDestinationOver: boolean
  /** Unix seconds from which the source can be refunded. */
  cancelAfter: number
  nowSecs: number
}

/** @param options.hasRecipient whether the run was given the recipient's wallet. */
export function factsOf(
  swap: RunnableSwap,
  evidence: RunEvidence,
  { hasRecipient, handsOver }: { hasRecipient: boolean; handsOver: boolean },
): RunFacts {
  const { status, source_intent: source, destination_intent: destination } = swap.order
  const nowSecs = Math.floor(Date.now() / 1000)
  return {
    ...evidence,
    status,
    isSecretOut: swap.isSecretOut,
    claimWaits: swap.claimWaits,
    handsOver: handsOver && !swap.isChainOnly,
    canReveal: !swap.isChainOnly || (hasRecipient && swap.hasDestination),
    isUnfunded: !evidence.isFunded && isUnfundedOrder(swap.order),
    isDestinationOver: evidence.isDestinationOver ?? nowSecs >= destination.cancel_after,
    cancelAfter: source.cancel_after,
    nowSecs,
  }
}

/** Whether the orderbook says that the source vault was never created and holds nothing. */
const isUnfundedOrder = ({ status, source_intent: { create_tx_hash, funded_amount } }: Order): boolean =>
  (status === 'created' || status === 'expired') && create_tx_hash == null && BigInt(funded_amount ?? 0) === 0n

/** Whether a chain that was asked does not show its part of a completed swap at depth. */
export const isContradicted = ({ shown }: Pick<RunEvidence, 'shown'>): boolean => Object.values(shown).includes(false)
