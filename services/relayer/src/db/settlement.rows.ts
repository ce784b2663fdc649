import type { SettlementFailure } from '@tandem/contracts'
import type { EscrowTerms, HopRoute } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import {
  type ChoreWork,
  type Escrow,
  type FillTime,
  type InitiationWork,
  isChore,
  type Settlement,
  type Work,
} from '../domain/settlement.ts'
import type { SettlementState } from '../domain/settlement-state.ts'
import type { Attempt, Slot } from '../usecases/ports.ts'

type StoredTerms = Omit<EscrowTerms, 'amount'> & { amount: string }
type StoredEscrow = Omit<Escrow, 'terms'> & { terms: StoredTerms }
type StoredHow =
  | { type: 'prefunded' }
  | { type: 'permit'; permitDeadline: string; permitSignature: Hex; deadline: number; creatorSignature: Hex }
  | { type: 'signed'; deadline: number; creatorSignature: Hex }
type StoredHop = { route: Omit<HopRoute, 'relayerFee'> & { relayerFee: string }; signature: Hex }
type StoredWork =
  | { kind: 'claim'; source: StoredEscrow; destination: StoredEscrow; hop: StoredHop | null }
  | { kind: 'initiation'; source: StoredEscrow; destination?: FillTime | undefined; how: StoredHow }
  | (Omit<ChoreWork, 'escrow'> & { escrow: StoredEscrow })

const storedEscrow = ({ terms, ...rest }: Escrow) => ({ ...rest, terms: { ...terms, amount: String(terms.amount) } })
const escrowOf = ({ terms, ...rest }: StoredEscrow): Escrow => ({
  ...rest,
  terms: { ...terms, amount: BigInt(terms.amount) },
})

/** The work as JSON: amounts as text. */
export function storedWork(work: Work): StoredWork {
  if (isChore(work)) return { ...work, escrow: storedEscrow(work.escrow) }
  if (work.kind === 'claim') {
    const hop =
      work.hop === null
        ? null
        : { ...work.hop, route: { ...work.hop.route, relayerFee: String(work.hop.route.relayerFee) } }
    return {
      kind: 'claim',
      source: storedEscrow(work.source),
      destination: storedEscrow(work.destination),
      hop,
    }
  }
  const how = work.how.type === 'permit' ? { ...work.how, permitDeadline: String(work.how.permitDeadline) } : work.how
  return { kind: 'initiation', source: storedEscrow(work.source), destination: work.destination, how }
}

function workOf(stored: StoredWork): Work {
  if ('chore' in stored) return { ...stored, escrow: escrowOf(stored.escrow) }
  if (stored.kind === 'claim') {
    const { hop } = stored
    return {
      kind: 'claim',
      source: escrowOf(stored.source),
      destination: escrowOf(stored.destination),
      hop: hop === null ? null : { ...hop, route: { ...hop.route, relayerFee: BigInt(hop.route.relayerFee) } },
    }
  }
  const how: InitiationWork['how'] =
    stored.how.type === 'permit' ? { ...stored.how, permitDeadline: BigInt(stored.how.permitDeadline) } : stored.how
  return { kind: 'initiation', source: escrowOf(stored.source), destination: stored.destination, how }
}

/** What a transition may change. */
const progressFields = [
  ...['id', 'state', 'version', 'revealed_at', 'tx_hash', 'mined_block', 'mined_block_hash', 'error_code', 'reverts'],
  'updated_at',
]
/** Never with the secret: only what opens it reads that. */
const settlementFields = [...progressFields, 'order_id', 'payload', 'commitment_hash', 'created_at']
const ofSettlement = (names: readonly string[]) => names.map((name) => `s.${name}`).join(', ')
/** Of the table under the name `s`. */
export const settlementColumns = ofSettlement(settlementFields)
/** The same, without what stays as it was stored: the work is most of a row. */
export const progressColumns = ofSettlement(progressFields)

export interface ProgressRow {
  id: string
  state: SettlementState
  version: number
  revealed_at: Date | null
  tx_hash: Hex | null
  mined_block: string | null
  mined_block_hash: Hex | null
  error_code: SettlementFailure | null
  reverts: number
  updated_at: Date
}

export interface SettlementRow extends ProgressRow {
  order_id: string
  payload: StoredWork
  commitment_hash: Hex
  created_at: Date
  /** Of one that was taken by a lease. */
  leased_until?: Date
}

export interface SecretRow {
  secret_ct: Uint8Array | null
  secret_key_id: string | null
}

const progressOf = (row: ProgressRow) => ({
  state: row.state,
  version: row.version,
  revealedAt: row.revealed_at,
  txHash: row.tx_hash,
  minedBlock: row.mined_block === null ? null : BigInt(row.mined_block),
  minedBlockHash: row.mined_block_hash,
  errorCode: row.error_code,
  reverts: row.reverts,
  updatedAt: row.updated_at,
})

export const settlementOf = (row: SettlementRow): Settlement => ({
  id: row.id,
  orderId: row.order_id,
  work: workOf(row.payload),
  commitmentHash: row.commitment_hash,
  createdAt: row.created_at,
  leasedUntil: row.leased_until ?? null,
  ...progressOf(row),
})

/** A settlement that was read before, as a transition left it. */
export const progressed = (settlement: Settlement, row: ProgressRow): Settlement => ({
  ...settlement,
  ...progressOf(row),
})

export interface SlotRow {
  chain: string
  signer: Address
  nonce: string
}

export const slotOf = ({ chain, signer, nonce }: SlotRow): Slot => ({ chain, signer, nonce: BigInt(nonce) })

const attemptFields = [
  ...['hash', 'chain', 'signer', 'nonce', 'number', 'max_fee_per_gas', 'max_priority_fee', 'gas_limit', 'created_at'],
  'signed_block',
  ...['broadcast_started_at', 'last_broadcast_at', 'provider', 'error_class', 'outcome'],
]
/** Of the table under the name `a`. Never with the signed bytes. */
export const attemptColumns = attemptFields.map((name) => `a.${name}`).join(', ')

export interface AttemptRow extends SlotRow {
  hash: Hex
  number: number
  max_fee_per_gas: string
  max_priority_fee: string
  gas_limit: string
  signed_block: string | null
  created_at: Date
  broadcast_started_at: Date | null
  last_broadcast_at: Date | null
  provider: string | null
  error_class: string | null
  outcome: Attempt['outcome']
}

export const attemptOf = (row: AttemptRow): Attempt => ({
  hash: row.hash,
  slot: slotOf(row),
  number: row.number,
  maxFeePerGas: BigInt(row.max_fee_per_gas),
  maxPriorityFeePerGas: BigInt(row.max_priority_fee),
  gasLimit: BigInt(row.gas_limit),
  signedBlock: row.signed_block === null ? null : BigInt(row.signed_block),
  createdAt: row.created_at,
  broadcastStartedAt: row.broadcast_started_at,
  lastBroadcastAt: row.last_broadcast_at,
  provider: row.provider,
  errorClass: row.error_class,
  outcome: row.outcome,
})

/** A nonce of a settlement, with one of its attempts, or none. */
export type HistoryRow = Omit<AttemptRow, 'hash'> & {
  is_open: boolean
  /** Of one that is open, as `is_shared`. */
  is_first: boolean
  is_shared: boolean
  hash: AttemptRow['hash'] | null
}
