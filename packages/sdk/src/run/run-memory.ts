import { TandemError } from '../tandem-error.ts'
import type { RunFacts, RunStep } from './next-step.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** The longest pause that a service can ask a run for, in milliseconds. */
export const longestPauseMs = 30_000

/** The facts that a run remembers between two looks. They are not kept: a run that is repeated finds them out again. */
export interface RunMemory {
  isOrderbookThere: boolean
  isInitiated: boolean
  /** Too little time is left to bring the source escrow on chain: nothing was sent. */
  isInitiationRefused: boolean
  isRevealRefused: boolean
  /** The market maker claimed the source: the secret is public, whichever party gave it away. */
  isSecretPublic: boolean
  /** The relayer refused the claim for good: the recipient claims by itself, at once. */
  isClaimRefused: boolean
  /** The relayer has accepted the claim in this run. */
  isClaimAccepted: boolean
  isClaimed: boolean | undefined
  /** Milliseconds that a service asked to be left alone for, up to {@link longestPauseMs}. */
  retryAfterMs: number
  told: RunStep | undefined
}

/** At the start of a run. */
export const freshMemory = (): RunMemory => ({
  isOrderbookThere: true,
  isInitiated: false,
  isInitiationRefused: false,
  isRevealRefused: false,
  isSecretPublic: false,
  isClaimRefused: false,
  isClaimAccepted: false,
  isClaimed: undefined,
  retryAfterMs: 0,
  told: undefined,
})

/** All that the next step depends on. */
export function factsOf(swap: RunnableSwap, memory: RunMemory): RunFacts {
  const { status, source_intent: source, destination_intent: destination } = swap.order
  const now = Math.floor(Date.now() / 1000)
  return {
    ...memory,
    status,
    isSecretOut: swap.isSecretOut || memory.isSecretPublic,
    isDestinationOver: now >= destination.cancel_after,
    isRefundDue: now >= source.cancel_after,
  }
}

/** An error that says nothing about the swap: the same step may succeed at the next look. */
export const isPassing = (error: unknown): error is TandemError => error instanceof TandemError && error.retryable
