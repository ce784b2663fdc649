import type { Hex } from 'viem'
import type { RequestState } from './request-lifecycle.ts'

/**
 * A unit of work that needs a transaction mined at confirmation depth. The transaction manager moves it through its
 * lifecycle (`request-lifecycle.ts`) and asks its rules (`RequestRules`) for everything that depends on its meaning.
 */
export interface Request {
  id: string
  /** The chain that its transactions are sent on. */
  chain: string
  state: RequestState
  version: number
  /** When its first transaction was about to leave the process; null before. */
  firstBroadcastAt: Date | null
  txHash: Hex | null
  minedBlock: bigint | null
  minedBlockHash: Hex | null
  /** Why it failed, or what its submitter has to know while it waits. */
  errorCode: string | null
  /** How often the simulation of its transaction has reverted. */
  reverts: number
  createdAt: Date
  updatedAt: Date
  /** Until when the worker that leased it may act on it, by the database's clock; null when it was only read. */
  leasedUntil: Date | null
}

/** The purpose of a transaction. */
export const purposes = ['claim', 'initiation', 'job', 'gap_fill'] as const
export type Purpose = (typeof purposes)[number]

/** The call of a transaction. */
export interface Call {
  to: `0x${string}`
  data: Hex
}

/** The call that does the work of one request, or of a batch. Its calldata may be confidential until it is broadcast. */
export interface PlannedCall {
  call: Call
  /** The gas of its execution; the chain's charge for its data comes on top. */
  gasLimit: bigint
  /** Requests whose work it does. */
  count: number
}

/** Why a request waits: a code for programs, and a sentence for operators. Neither holds anything confidential. */
export interface Reason {
  code: string
  text: string
}

/** Whether the first transaction of a request may leave now. */
export type Decision =
  /** `isSimulated`: whether the check has simulated the call already, and it succeeds. Only then may it join a batch. */
  | { type: 'go'; isSimulated: boolean }
  /** By the latest block nothing is left to do. */
  | { type: 'done' }
  | { type: 'wait'; reason: Reason }
  | { type: 'refuse'; errorCode: string; reason: string }

/** How far others have ended the work of a request, by the agreement of the endpoints. */
export type Ending =
  /** There is something left to do. */
  | { type: 'open' }
  /** The endpoints do not agree, or too few answer. */
  | { type: 'doubtful'; reason: string }
  /** A reorg may still take it back. */
  | { type: 'waiting'; reason: Reason }
  /** `cancelled`: others have made the work impossible. `expired`: its time is over, beyond the reach of a reorg. */
  | { type: 'done' | 'cancelled' | 'expired' }

/** The facts that decide how much is done to have a request mined. */
export interface Urgency {
  purpose: Purpose
  /** Facts about it count at the depth that an amount of so many US dollars needs; undefined for the deepest. */
  valueUsd: number | undefined
  /**
   * Milliseconds since 1970 after which a broadcast request can no longer be mined with effect and its submitter loses
   * money; null for requests that may fail without loss. Only requests with a deadline are hedged.
   */
  deadlineMs: number | null
}

/** The endpoints that are sent a transaction: the chain's private endpoint alone, or all of them. */
export type Visibility = 'private' | 'public'
