import type { Hex } from 'viem'
import type { RequestState } from './request-lifecycle.ts'

/** Needs a transaction at confirmation depth. The manager asks `RequestRules` for its meaning. */
export interface Request {
  id: string
  chain: string
  state: RequestState
  version: number
  /** About to leave the process; null before. */
  firstBroadcastAt: Date | null
  txHash: Hex | null
  minedBlock: bigint | null
  minedBlockHash: Hex | null
  /** Why it failed, or waits. */
  errorCode: string | null
  /** Of its simulation. */
  reverts: number
  createdAt: Date
  updatedAt: Date
  /** The requests that draw on the same account, and that were counted when it was decided that this one may go. */
  counted?: readonly string[]
  /** By the database's clock; null when it was only read. */
  leasedUntil: Date | null
}

export const purposes = ['claim', 'initiation', 'job', 'gap_fill'] as const
export type Purpose = (typeof purposes)[number]

export interface Call {
  to: `0x${string}`
  data: Hex
}

/** For one request or a batch. May be confidential until it is broadcast. */
export interface PlannedCall {
  call: Call
  /** Without the chain's charge for data. */
  gasLimit: bigint
  count: number
}

/** Neither holds anything confidential. */
export interface Reason {
  code: string
  text: string
}

export type Decision =
  /**
   * `isSimulated`: the check has simulated the call; only then may it join a batch. `counted`: see {@link Request}; where
   * another of the account has begun since, it is decided anew.
   */
  | { type: 'go'; isSimulated: boolean; counted?: readonly string[] }
  /** By the latest block. */
  | { type: 'done' }
  | { type: 'wait'; reason: Reason }
  | { type: 'refuse'; errorCode: string; reason: string }

/** By the agreement of the endpoints. */
export type Ending =
  | { type: 'open' }
  | { type: 'doubtful'; reason: string }
  /** A reorg may still take it back. */
  | { type: 'waiting'; reason: Reason }
  /** `cancelled`: others made it impossible. `expired`: its time is over beyond reorgs. */
  | { type: 'done' | 'cancelled' | 'expired' }

export interface Urgency {
  purpose: Purpose
  /** For the depth; undefined for the deepest. */
  valueUsd: number | undefined
  /**
   * Unix milliseconds after which a broadcast request loses its submitter money; null without loss. Only these are
   * hedged.
   */
  deadlineMs: number | null
}

/** The private endpoint alone, or all. */
export type Visibility = 'private' | 'public'
