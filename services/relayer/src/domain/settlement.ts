import type { SettlementFailure } from '@tandem/contracts'
import type { EscrowTerms, HopRoute } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Chore, Side } from './keeping.ts'
import type { SettlementState } from './settlement-state.ts'

/** An escrow on a chain: what was agreed, and where it stands. */
export interface Escrow {
  chain: string
  vault: Address
  terms: EscrowTerms
  /** What the order is worth, US dollars: the more, the deeper its facts must stand. Not known of old work. */
  valueUsd?: number | undefined
}

/** What a claim sends, but the secret. */
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
  /** Of the destination escrow, unix seconds by its chain's clock. */
  cancelAfter: number
  /** Seconds that must be left before it when the source is funded. */
  windowSecs: number
}

/** What an initiation sends. Deadlines in unix seconds. */
export interface InitiationWork {
  kind: 'initiation'
  source: Escrow
  /** Until when the source may be funded. Not known of old work. */
  destination?: FillTime | undefined
  how:
    | { type: 'prefunded' }
    | { type: 'permit'; permitDeadline: bigint; permitSignature: Hex; deadline: number; creatorSignature: Hex }
    | { type: 'signed'; deadline: number; creatorSignature: Hex }
}

/** What a keeper sends for others. */
export interface ChoreWork {
  kind: `${Chore['type']}_${Side}`
  chore: Chore['type']
  escrow: Escrow
}

export type Work = ClaimWork | InitiationWork | ChoreWork

export interface Settlement {
  id: string
  orderId: string
  work: Work
  state: SettlementState
  version: number
  commitmentHash: Hex
  revealedAt: Date | null
  txHash: Hex | null
  minedBlock: bigint | null
  minedBlockHash: Hex | null
  errorCode: SettlementFailure | null
  reverts: number
  createdAt: Date
  updatedAt: Date
  /** Until when the worker that took it may act on it, by the database's clock; nothing when it was only read. */
  leasedUntil: Date | null
}

/** The escrow that a settlement acts on. */
export function targetOf(work: Work): Escrow {
  if (isChore(work)) return work.escrow
  return work.kind === 'claim' ? work.destination : work.source
}

export const isChore = (work: Work): work is ChoreWork => 'chore' in work

/** Whether its transaction shows the secret. */
export const needsSecret = (work: Work): boolean => work.kind === 'claim' || (isChore(work) && work.chore === 'claim')
