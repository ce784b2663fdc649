import type { Order, OrderStatus } from '../client/types.ts'
import type { Unverified } from './run-end.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** What a run has learned so far. A reorganization takes a claim back, so nothing here holds for good. */
export interface RunEvidence {
  /** Whether the orderbook answered when it was last asked. */
  isOrderbookThere: boolean
  /** `refused`: the order's time is over, so nothing will be sent any more. */
  initiation: 'open' | 'made' | 'refused'
  /** What became of the secret at the relayer. `refused`: for good, so the recipient claims at once. */
  relayer: 'unasked' | 'accepted' | 'refused'
  /** Whether the relayer was asked to keep the secret until revealing is safe, and has answered for good. */
  isHandedOver: boolean
  /** Why the secret stays with the user for good, once the chains say that it must. */
  revealRefusal: string | undefined
  /** Whether the run waits for the market maker, because the chains do not show both escrows at their depth yet. */
  isMakerAwaited: boolean
  /** Whether the wallet's endpoint has ever shown the source amount. */
  isFunded: boolean
  /** Unix seconds from which the contract gives the source back, once it refused to; 0 before. */
  refundFrom: number
  /** Whether the wallet's endpoint, and no other, shows that the maker claimed the source. */
  isSourceClaimed: boolean
  /** Whether any block has shown the secret, even one that a reorganization took back. */
  isSecretShown: boolean
  /** Whether the newest block shows the destination's claim; `undefined` where no endpoint can be asked. */
  isClaimed: boolean | undefined
  /** Whether the destination's time is over in the newest block that counts; `undefined` where no endpoint can be asked. */
  isDestinationOver: boolean | undefined
  /** What the chains show at depth; `undefined` where no endpoint can be asked. */
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

/** The evidence beside the orderbook's status, the swap's own state and the clock: a run's state follows from these alone. */
export interface RunFacts extends Omit<RunEvidence, 'isDestinationOver'> {
  /** The order's status, by the orderbook's word. */
  status: OrderStatus
  /** Whether the secret was sent, or is about to be. */
  isSecretOut: boolean
  /** Whether the relayer keeps the secret, and no chain has shown that revealing is safe. */
  claimWaits: boolean
  /** Whether this run hands the secret over before then. */
  handsOver: boolean
  /** Whether this run can reveal at all: without an orderbook only the recipient's own wallet can. */
  canReveal: boolean
  /** Whether neither the orderbook nor the wallet's endpoint has ever shown the source amount. */
  isUnfunded: boolean
  /** Whether the destination's time is over in the newest block that counts, or by our clock where no endpoint can be asked. */
  isDestinationOver: boolean
  /** Unix seconds from which the source can be taken back. */
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

/** Whether the orderbook says that the source was never created, and holds nothing. */
const isUnfundedOrder = ({ status, source_intent: { create_tx_hash, funded_amount } }: Order): boolean =>
  (status === 'created' || status === 'expired') && create_tx_hash == null && BigInt(funded_amount ?? 0) === 0n

/** True when a chain does not show at depth what it would show of a complete swap. */
export const isContradicted = ({ shown }: Pick<RunEvidence, 'shown'>): boolean => Object.values(shown).includes(false)
