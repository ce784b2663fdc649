import type { LongSteps } from '../claim/long-step.ts'
import type { Order } from '../client/types.ts'
import { askedPauseMs, longestPauseMs, TandemError } from '../tandem-error.ts'
import type { RunFacts, RunStep } from './next-step.ts'
import { type Noted, noteAgain, type Reason, reasonOf, shownReason } from './reason.ts'
import type { Unverified } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

export class RunMemory {
  isOrderbookThere = true
  orderbookPauseMs = 0
  askOrderbookAt = 0
  isInitiated = false
  isInitiationRefused = false
  /** By the wallet's endpoint. */
  isFunded = false
  /** Why the secret stays for good, once the chains say that it must. */
  revealRefusal: string | undefined
  /** The chains do not show both escrows at their depth yet. */
  isMakerAwaited = false
  /** Unix seconds from which the contract gives the source back, once it refused to. */
  refundFrom = 0
  /** By the wallet's endpoint alone. */
  isSourceClaimed = false
  /** Also where the claim was taken back. */
  isSecretShown = false
  /** The recipient claims at once. */
  isClaimRefused = false
  isClaimAccepted = false
  /** A reorganization may take it back. */
  isClaimed: boolean | undefined
  /** At depth; `undefined` without an endpoint. */
  isDestinationOver: boolean | undefined
  shown: Partial<Record<Unverified, boolean | undefined>> = {}
  retryAfterMs: number | undefined
  told: RunStep | undefined
  toldAtMs = 0
  begun: LongSteps = {}
  /** Milliseconds; when the orderbook was last asked to explain the order, and what it said. */
  explainedAtMs = 0
  explained: Reason | undefined
  /** Why the relayer has not brought the source on chain, in its words. */
  initiationReason: string | undefined
  #round: Pick<Noted, 'reason' | 'isFact'> | undefined
  #noted: Noted | undefined

  /** Notes what a round of the run has come upon. The last one counts: the step knows better than the look before it. */
  note(reason: Reason, isFact = false): void {
    this.#round = { reason, isFact }
  }

  /** @returns the reason to show now that the round is over; `undefined` where nothing holds the step up. */
  endRound(nowMs: number): Reason | undefined {
    this.#noted = this.#round === undefined ? undefined : noteAgain(this.#noted, this.#round, nowMs)
    this.#round = undefined
    return shownReason(this.#noted, nowMs)
  }

  /** A new step starts without the failures of the last one. */
  beginStep(step: RunStep, nowMs: number): void {
    this.told = step
    this.toldAtMs = nowMs
    this.#noted = undefined
  }

  /** Whether a failure was noted that is not shown yet. */
  get isNew(): boolean {
    return this.#noted !== undefined && shownReason(this.#noted, this.#noted.sinceMs) === undefined
  }
}

export function factsOf(swap: RunnableSwap, memory: RunMemory): RunFacts {
  const { status, source_intent: source, destination_intent: destination } = swap.order
  const now = Math.floor(Date.now() / 1000)
  return {
    ...memory,
    isContradicted: isContradicted(memory),
    isRevealRefused: memory.revealRefusal !== undefined,
    status,
    isUnfunded: !memory.isFunded && isUnfundedOrder(swap.order),
    isSecretOut: swap.isSecretOut,
    isDestinationOver: memory.isDestinationOver ?? now >= destination.cancel_after,
    isRefundDue: now >= source.cancel_after,
  }
}

/** By the orderbook's word: the source was never created, and holds nothing. */
const isUnfundedOrder = ({ status, source_intent: { create_tx_hash, funded_amount } }: Order): boolean =>
  (status === 'created' || status === 'expired') && create_tx_hash == null && BigInt(funded_amount ?? 0) === 0n

export const isContradicted = ({ shown }: RunMemory): boolean => Object.values(shown).includes(false)

export const isPassing = (error: unknown): error is TandemError => error instanceof TandemError && error.retryable

/** @throws every error that is not passing. */
export function notePassing(error: unknown, memory: RunMemory): void {
  if (!isPassing(error)) throw error
  memory.note(reasonOf(error))
  memory.retryAfterMs = Math.max(memory.retryAfterMs ?? 0, askedPauseMs(error, longestPauseMs))
}
