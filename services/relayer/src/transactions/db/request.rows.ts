import type { Address, Hex } from 'viem'
import type { Purpose, Request } from '../domain/request.ts'
import type { RequestState } from '../domain/request-lifecycle.ts'
import type { Attempt, NonceKey } from '../ports.ts'

const progressFields = [
  ...['id', 'state', 'version', 'revealed_at', 'tx_hash', 'mined_block', 'mined_block_hash', 'error_code', 'reverts'],
  'updated_at',
]
const ofRequest = (names: readonly string[]) => names.map((name) => `s.${name}`).join(', ')
/** Of the table `s`, without the fields that never change: they are most of a row. */
export const progressColumns = ofRequest(progressFields)

/** How a subject keeps its part of a row. */
export interface RequestFormat {
  /** None is confidential. */
  columns: readonly string[]
  entityOf(row: ProgressRow): Request
  /** The statement of a final state sets these to null. */
  eraseAtEnd: readonly string[]
}

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
  created_at?: Date
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

export function progressOf(row: ProgressRow) {
  if (row.created_at === undefined) throw new Error('the row was not read whole')
  return { ...movedOf(row), createdAt: row.created_at, leasedUntil: row.leased_until ?? null }
}

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
/** Never with the signed bytes. */
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

export type HistoryRow = Omit<AttemptRow, 'hash'> & {
  is_open: boolean
  is_lead: boolean
  is_shared: boolean
  hash: AttemptRow['hash'] | null
}

/** In milliseconds, as the column: rounding `now()` up would let a lease pass the request over. */
export const dueAtOnce = "date_trunc('milliseconds', now())"
