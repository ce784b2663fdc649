import { askedPauseMs, longestPauseMs, TandemError } from '../tandem-error.ts'
import type { Begun, LongStep } from './beside-looks.ts'
import type { RunFacts, RunStep } from './next-step.ts'
import type { Unverified } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

export interface RunMemory {
  isOrderbookThere: boolean
  orderbookPauseMs: number
  askOrderbookAt: number
  isInitiated: boolean
  /** Nothing was sent. */
  isInitiationRefused: boolean
  isRevealRefused: boolean
  /** The word of the wallet's endpoint alone (`isSecretOut`). */
  isSourceClaimed: boolean
  /** Also where the claim was taken back. */
  isSecretShown: boolean
  /** The recipient claims at once. */
  isClaimRefused: boolean
  /** In this run. */
  isClaimAccepted: boolean
  /** In the newest block: a reorganization may take it back. */
  isClaimed?: boolean | undefined
  /** At depth; `undefined` without an endpoint. */
  isDestinationOver?: boolean | undefined
  /** At depth where it counts; `undefined` without an endpoint. */
  shown: Partial<Record<Unverified, boolean | undefined>>
  /** Milliseconds, up to {@link longestPauseMs}. */
  retryAfterMs?: number | undefined
  told?: RunStep | undefined
  begun: Partial<Record<LongStep, Begun>>
}

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

export const isContradicted = ({ shown }: RunMemory): boolean => Object.values(shown).includes(false)

export const isPassing = (error: unknown): error is TandemError => error instanceof TandemError && error.retryable

/** @throws every error that is not passing. */
export function notePassing(error: unknown, memory: RunMemory): void {
  if (!isPassing(error)) throw error
  memory.retryAfterMs = Math.max(memory.retryAfterMs ?? 0, askedPauseMs(error, longestPauseMs))
}
