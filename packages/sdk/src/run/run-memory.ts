import { askedPauseMs, TandemError } from '../tandem-error.ts'
import type { Begun, LongStep } from './beside-looks.ts'
import type { RunFacts, RunStep } from './next-step.ts'
import type { Unverified } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** The longest pause that a service can ask a run, or a claim, for, in milliseconds. */
export const longestPauseMs = 30_000

/** The facts that a run remembers between two looks. They are not kept: a run that is repeated finds them out again. */
export interface RunMemory {
  isOrderbookThere: boolean
  /** Once the secret is out: the pause, in milliseconds, before an orderbook that fails is asked again, and its end. */
  orderbookPauseMs: number
  askOrderbookAt: number
  isInitiated: boolean
  /** Too little time is left to bring the source escrow on chain: nothing was sent. */
  isInitiationRefused: boolean
  isRevealRefused: boolean
  /** The wallet's endpoint calls the source claimed. Without the secret itself that is its word alone (`isSecretOut`). */
  isSourceClaimed: boolean
  /** The destination's chain has shown the claim of a secret that had left, also where it was taken back. */
  isSecretShown: boolean
  /** The relayer refused the claim for good: the recipient claims by itself, at once. */
  isClaimRefused: boolean
  /** The relayer has accepted the claim in this run. */
  isClaimAccepted: boolean
  /** In the newest block, as last seen: a reorganization may take the claim back. */
  isClaimed?: boolean | undefined
  /** Whether the destination's chain shows, at depth, that no claim can come; `undefined`: nothing to ask was given. */
  isDestinationOver?: boolean | undefined
  /** Whether the chains show each part of a complete order, at depth where it counts; `undefined`: nothing to ask was given. */
  shown: Partial<Record<Unverified, boolean | undefined>>
  /** Milliseconds that a service that failed asked to be left alone for, up to {@link longestPauseMs}; `undefined`: none failed. */
  retryAfterMs?: number | undefined
  told?: RunStep | undefined
  /** The steps that the run looks on beside, until it has seen how they ended. */
  begun: Partial<Record<LongStep, Begun>>
}

/** At the start of a run. */
export const freshMemory = (): RunMemory => ({
  isOrderbookThere: true,
  orderbookPauseMs: 0,
  askOrderbookAt: 0,
  isInitiated: false,
  isInitiationRefused: false,
  isRevealRefused: false,
  isSourceClaimed: false,
  isSecretShown: false,
  isClaimRefused: false,
  isClaimAccepted: false,
  shown: {},
  begun: {},
})

/** All that the next step depends on. */
export function factsOf(swap: RunnableSwap, memory: RunMemory): RunFacts {
  const { status, source_intent: source, destination_intent: destination } = swap.order
  const now = Math.floor(Date.now() / 1000)
  return {
    ...memory,
    isClaimed: memory.isClaimed,
    isContradicted: isContradicted(memory),
    status,
    isSecretOut: swap.isSecretOut,
    isDestinationOver: memory.isDestinationOver ?? now >= destination.cancel_after,
    isRefundDue: now >= source.cancel_after,
  }
}

/** Whether a chain that was asked does not show a part of a complete order, or does not show it at depth. */
export const isContradicted = ({ shown }: RunMemory): boolean => Object.values(shown).includes(false)

/** An error that says nothing about the swap: the same step may succeed at the next look. */
export const isPassing = (error: unknown): error is TandemError => error instanceof TandemError && error.retryable

/**
 * Notes an error that passes: the run tries again after its usual pause, or the longest one that a service asks for.
 *
 * @throws every other error.
 */
export function notePassing(error: unknown, memory: RunMemory): void {
  if (!isPassing(error)) throw error
  memory.retryAfterMs = Math.max(memory.retryAfterMs ?? 0, askedPauseMs(error, longestPauseMs))
}
