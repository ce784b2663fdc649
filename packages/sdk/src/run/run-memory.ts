import type { LongSteps } from '../long-step.ts'
import { askedPauseMs, longestPauseMs, TandemError } from '../tandem-error.ts'
import type { RunFacts, RunStep } from './next-step.ts'
import type { Unverified } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

export class RunMemory {
  isOrderbookThere = true
  orderbookPauseMs = 0
  askOrderbookAt = 0
  isInitiated = false
  isInitiationRefused = false
  isRevealRefused = false
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
  begun: LongSteps = {}
}

export function factsOf(swap: RunnableSwap, memory: RunMemory): RunFacts {
  const { status, source_intent: source, destination_intent: destination } = swap.order
  const now = Math.floor(Date.now() / 1000)
  return {
    ...memory,
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
