import type { Hex } from 'viem'
import type { RequestState } from './request-lifecycle.ts'

/** Something that needs a transaction in a confirmed block. Only `RequestRules` knows what that transaction does. */
export interface Request {
  id: string
  chain: string
  state: RequestState
  version: number
  /** When the first transaction was about to leave the process; null before. */
  firstBroadcastAt: Date | null
  txHash: Hex | null
  minedBlock: bigint | null
  minedBlockHash: Hex | null
  /** The code of why the request failed, or waits. */
  errorCode: string | null
  /** How often the simulation of the request reverted. */
  reverts: number
  createdAt: Date
  updatedAt: Date
  /** The requests that draw on the same account, and that were counted when it was decided that this one may go. */
  counted?: readonly string[]
  /** The end of the lease by the database's clock; null for a request that was only read. */
  leasedUntil: Date | null
}

export const purposes = ['claim', 'initiation', 'job', 'gap_fill'] as const
export type Purpose = (typeof purposes)[number]

export interface Call {
  to: `0x${string}`
  data: Hex
}

/** The call of one request or of a batch. It may be confidential until it is broadcast. */
export interface PlannedCall {
  call: Call
  /** The gas of the call, without what a rollup charges for the data. */
  gasLimit: bigint
  count: number
}

/** Why a request waits or changes its state, as a code and as a sentence. Neither holds anything confidential. */
export interface Reason {
  code: string
  text: string
}

export type Decision =
  /**
   * `isSimulated`: the check has simulated the call, and only then may the request join a batch. `counted`: as in {@link
   * Request}; when another request of the account has begun since, this one is decided again.
   */
  | { type: 'go'; isSimulated: boolean; counted?: readonly string[] }
  /** The work is done, as the latest block shows. */
  | { type: 'done' }
  | { type: 'wait'; reason: Reason }
  | { type: 'refuse'; errorCode: string; reason: string }

/** How the work ended, by the agreement of the endpoints. */
export type Ending =
  | { type: 'open' }
  | { type: 'doubtful'; reason: string }
  /** The work has ended, but a reorg may still undo that. */
  | { type: 'waiting'; reason: Reason }
  /** `cancelled`: others made the work impossible. `expired`: the deadline has passed, and no reorg can undo that. */
  | { type: 'done' | 'cancelled' | 'expired' }

export interface Urgency {
  purpose: Purpose
  /** The worth in US dollars that decides the confirmation depth; undefined asks for the deepest. */
  valueUsd: number | undefined
  /**
   * Unix milliseconds after which a broadcast request loses its submitter money; null when it loses none. Only requests with a
   * deadline are hedged.
   */
  deadlineMs: number | null
}

/** Whether only the private endpoint is sent the transaction, or all of them. */
export type Visibility = 'private' | 'public'
