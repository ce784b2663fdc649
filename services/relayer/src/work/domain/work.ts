import type { RequestFailure } from '@tandem/contracts'
import type { HopRoute } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Request } from '../../transactions/domain/request.ts'
import type { Escrow } from '../../vaults/domain/escrow.ts'

/** The sides of an order. */
export const sides = ['source', 'destination'] as const
export type Side = (typeof sides)[number]

/** The data of a claim's transaction, without the secret. */
export interface ClaimWork {
  kind: 'claim'
  destination: Escrow
  source: Escrow
  /** The recipient's signed route, on hop orders. */
  hop: { route: HopRoute; signature: Hex } | null
}

/** Where and when an order must be filled, or the money in its source escrow is only locked. */
export interface FillTime {
  chain: string
  /** The deadline of the destination escrow, unix seconds by its chain's clock. */
  cancelAfter: number
  /** Seconds that must be left before it when the source is funded. */
  windowSecs: number
  /** From then on the maker funds no more, unix seconds by its chain's clock. `null`, or not known of old work: it never said. */
  fillBy?: number | null | undefined
  /**
   * The maker funds no destination whose source is created later, unix seconds by the source chain's clock. `null`, or not
   * known of old work: it never said.
   */
  initiateBy?: number | null | undefined
}

/** The data of an initiation's transaction. Deadlines in unix seconds. */
export interface InitiationWork {
  kind: 'initiation'
  source: Escrow
  /** Until when the source may be funded. Not known of old work. */
  destination?: FillTime | undefined
  how:
    | { type: 'prefunded' }
    | { type: 'permit'; permitDeadline: bigint; permitSignature: Hex; deadline: number; creatorSignature: Hex }
    | { type: 'signed'; deadline: number; creatorSignature: Hex }
    | { type: 'permit2'; nonce: bigint; deadline: number; signature: Hex }
    | { type: 'eip3009'; validAfter: bigint; validBefore: bigint; nonce: Hex; signature: Hex }
}

/** The jobs that a keeper can do for others. Each is open to any account on chain, and pays only the parties in the vault's terms. */
export type KeeperJob =
  /** The vault's time is over: its creator is repaid. */
  | { type: 'cancel'; side: Side }
  /** The same for a vault that was funded and never announced. */
  | { type: 'recover_prefund'; side: Side }
  /** The secret is public: the vault's recipient is paid. */
  | { type: 'claim'; side: Side }
  /** The vault is settled, and money came to it later: its creator is given that back. */
  | { type: 'sweep'; side: Side }
  /** The vault's recipient agrees that its creator is repaid before its time. On request alone. */
  | { type: 'consent'; side: Side }

/** The data of a transaction that the keeper sends for others. */
export interface JobWork {
  kind: `${KeeperJob['type']}_${Side}`
  job: KeeperJob['type']
  escrow: Escrow
  /** By the escrow's recipient, where the job rests on it. `deadline` in unix seconds. */
  consent?: { deadline: number; signature: Hex }
}

export type Work = ClaimWork | InitiationWork | JobWork

/** A piece of work, and how far its request has come. */
export interface WorkRequest extends Request {
  orderId: string
  work: Work
  commitmentHash: Hex
  errorCode: RequestFailure | null
}

/** The escrow that a request acts on. */
export function targetOf(work: Work): Escrow {
  if (isJob(work)) return work.escrow
  return work.kind === 'claim' ? work.destination : work.source
}

export const isJob = (work: Work): work is JobWork => 'job' in work

/** Whether its transaction shows the secret. */
export const needsSecret = (work: Work): boolean => work.kind === 'claim' || (isJob(work) && work.job === 'claim')
