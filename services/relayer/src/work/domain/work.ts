import type { RequestFailure } from '@tandem/contracts'
import type { HopRoute } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Request } from '../../transactions/domain/request.ts'
import type { Escrow } from '../../vaults/domain/escrow.ts'

export const sides = ['source', 'destination'] as const
export type Side = (typeof sides)[number]

/** Without the secret. */
export interface ClaimWork {
  kind: 'claim'
  destination: Escrow
  source: Escrow
  /** On hop orders. */
  hop: { route: HopRoute; signature: Hex } | null
}

/** Later the source's money would only be locked. */
export interface FillTime {
  chain: string
  /** Unix seconds by the destination's chain. */
  cancelAfter: number
  /** Seconds to leave before it. */
  windowSecs: number
  /** Unix seconds; `null`, or unknown of old work. */
  fillBy?: number | null | undefined
  /** Unix seconds by the source chain; `null`, or unknown of old work. */
  initiateBy?: number | null | undefined
}

/** Unix seconds. */
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

/** Open to any account; each pays only the parties of the terms. */
export type KeeperJob =
  /** Its time is over. */
  | { type: 'cancel'; side: Side }
  /** Funded and never announced. */
  | { type: 'recover_prefund'; side: Side }
  /** The secret is public. */
  | { type: 'claim'; side: Side }
  /** Money came after its settlement. */
  | { type: 'sweep'; side: Side }
  /** The recipient agrees to an early cancellation. On request alone. */
  | { type: 'consent'; side: Side }

export interface JobWork {
  kind: `${KeeperJob['type']}_${Side}`
  job: KeeperJob['type']
  escrow: Escrow
  /** `deadline` in unix seconds. */
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
