import type { Address, Hex } from 'viem'
import type { Purpose, Request } from '../domain/request.ts'
import type { RequestState } from '../domain/request-lifecycle.ts'
import type { Attempt, NonceKey } from '../ports.ts'

/** The columns that a transition may change. */
const progressFields = [
  ...['id', 'state', 'version', 'revealed_at', 'tx_hash', 'mined_block', 'mined_block_hash', 'error_code', 'reverts'],
  'updated_at',
]
const ofRequest = (names: readonly string[]) => names.map((name) => `s.${name}`).join(', ')
/** Columns of the table under the name `s`, without those that never change: these are most of a row. */
export const progressColumns = ofRequest(progressFields)

/** How a subject keeps its part of a request's row. The transaction manager reads and moves rows, and knows no more. */
export interface RequestFormat {
  /** Columns of the subject, beside the progress. No column of them is confidential. */
  columns: readonly string[]
  entityOf(row: ProgressRow): Request
  /** Confidential columns: the statement that moves a request to a final state sets them to null in the same commit. */
  eraseAtEnd: readonly string[]
}

/** All of a request, of the table under the name `s`. */
export const requestColumns = ({ columns }: { columns: readonly string[] }): string =>
  ofRequest([...progressFields, 'created_at', ...columns])

export interface ProgressRow {
  id: string
  state: RequestState
  version: number
  revealed_at: Date | null
  tx_hash: Hex | null
  mined_block: string | null
  mined_block_hash: Hex | null
  error_code: string | null
  reverts: number
  updated_at: Date
  /** Not of a transition. */
  created_at?: Date
  /** The lease of a request that was taken. */
  leased_until?: Date
}

const movedOf = (row: ProgressRow) => ({
  state: row.state,
  version: row.version,
  firstBroadcastAt: row.revealed_at,
  txHash: row.tx_hash,
  minedBlock: row.mined_block === null ? null : BigInt(row.mined_block),
  minedBlockHash: row.mined_block_hash,
  errorCode: row.error_code,
  reverts: row.reverts,
  updatedAt: row.updated_at,
})

/** The manager's part of a row that was read whole. */
export function progressOf(row: ProgressRow) {
  if (row.created_at === undefined) throw new Error('the row was not read whole')
  return { ...movedOf(row), createdAt: row.created_at, leasedUntil: row.leased_until ?? null }
}

/** A request that was read before, as a transition left it. */
export const progressed = <R extends Request>(request: R, row: ProgressRow): R => ({ ...request, ...movedOf(row) })

export interface NonceRow {
  chain: string
  signer: Address
  nonce: string
}

export const nonceKeyOf = ({ chain, signer, nonce }: NonceRow): NonceKey => ({ chain, signer, nonce: BigInt(nonce) })

const attemptFields = [
  ...['hash', 'chain', 'signer', 'nonce', 'number', 'max_fee_per_gas', 'max_priority_fee', 'gas_limit', 'created_at'],
  ...['signed_block', 'purpose'],
  ...['broadcast_started_at', 'last_broadcast_at', 'provider', 'error_class', 'outcome'],
]
/** Columns of the table under the name `a`. Never with the signed bytes. */
export const attemptColumns = attemptFields.map((name) => `a.${name}`).join(', ')

export interface AttemptRow extends NonceRow {
  hash: Hex
  number: number
  purpose: Purpose
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
  key: nonceKeyOf(row),
  number: row.number,
  purpose: row.purpose,
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

/** A nonce of a request, with one of its attempts, or none. */
export type HistoryRow = Omit<AttemptRow, 'hash'> & {
  is_open: boolean
  /** Set for an open nonce, as `is_shared`. */
  is_lead: boolean
  is_shared: boolean
  hash: AttemptRow['hash'] | null
}

/**
 * The time for a request that is due at once. The column has milliseconds: a plain `now()` would be rounded, half of the
 * times into the future, where a lease passes the request over and a step that puts it off forgets that it was woken.
 */
export const dueAtOnce = "date_trunc('milliseconds', now())"
