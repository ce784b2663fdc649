import type { RequestFailure } from '@tandem/contracts'
import type { HopRoute } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Request } from '../../transactions/domain/request.ts'
import type { Escrow } from '../../vaults/domain/escrow.ts'

export const sides = ['source', 'destination'] as const
export type Side = (typeof sides)[number]

/** A claim, without its secret. */
export interface ClaimWork {
  kind: 'claim'
  destination: Escrow
  source: Escrow
  /** The signed route of a hop order; null on a direct one. */
  hop: { route: HopRoute; signature: Hex } | null
}

/** The times by which a source must be created. Later its money would only be locked. */
export interface FillTime {
  chain: string
  /** Unix seconds by the clock of the destination's chain, when the destination can be cancelled. */
  cancelAfter: number
  /** Seconds that must be left until `cancelAfter`. */
  windowSecs: number
  /** Unix seconds by which the maker fills the order; null when it named no time, undefined in work of an earlier version. */
  fillBy?: number | null | undefined
  /** Unix seconds by the source chain's clock, by which the source must be created; null or undefined as in `fillBy`. */
  initiateBy?: number | null | undefined
}

/** The creation of a source escrow. Deadlines are in unix seconds. */
export interface InitiationWork {
  kind: 'initiation'
  source: Escrow
  destination?: FillTime | undefined
  how:
    | { type: 'prefunded' }
    | { type: 'permit'; permitDeadline: bigint; permitSignature: Hex; deadline: number; creatorSignature: Hex }
    | { type: 'signed'; deadline: number; creatorSignature: Hex }
    | { type: 'permit2'; nonce: bigint; deadline: number; signature: Hex }
    | { type: 'eip3009'; validAfter: bigint; validBefore: bigint; nonce: Hex; signature: Hex }
}

/** Jobs that any account may do, because each pays only the parties of the terms. */
export type KeeperJob =
  /** The time of the escrow is over. */
  | { type: 'cancel'; side: Side }
  /** Tokens lie at the address of an escrow that was never created. */
  | { type: 'recover_prefund'; side: Side }
  /** The secret is public, and the escrow can be claimed with it. */
  | { type: 'claim'; side: Side }
  /** Money came after the escrow was settled. */
  | { type: 'sweep'; side: Side }
  /** The recipient agrees to an early cancellation. */
  | { type: 'consent'; side: Side }

export interface JobWork {
  kind: `${KeeperJob['type']}_${Side}`
  job: KeeperJob['type']
  escrow: Escrow
  /** The recipient's consent to an early cancellation; `deadline` is in unix seconds. */
  consent?: { deadline: number; signature: Hex }
}

export type Work = ClaimWork | InitiationWork | JobWork

export interface WorkRequest extends Request {
  orderId: string
  work: Work
  commitmentHash: Hex
  errorCode: RequestFailure | null
}

export function targetOf(work: Work): Escrow {
  if (isJob(work)) return work.escrow
  return work.kind === 'claim' ? work.destination : work.source
}

export const isJob = (work: Work): work is JobWork => 'job' in work

export const needsSecret = (work: Work): boolean => work.kind === 'claim' || (isJob(work) && work.job === 'claim')
