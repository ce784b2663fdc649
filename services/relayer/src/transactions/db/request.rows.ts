import type { Rows } from '../../db/rows.ts'
import type { Request } from '../domain/request.ts'
import type { Attempt, NonceKey } from '../ports.ts'

const progressFields = [
  ...['id', 'state', 'version', 'revealed_at', 'tx_hash', 'mined_block', 'mined_block_hash', 'error_code', 'reverts'],
  'updated_at',
]
const ofRequest = (names: readonly string[]) => names.map((name) => `s.${name}`).join(', ')
/** The columns of the table `s` that change. Those that never change are left out: they are most of a row. */
export const progressColumns = ofRequest(progressFields)

/** How a subject stores its own columns of a request, beside those of the transaction manager. */
export interface RequestFormat {
  /** The columns of the subject. None of them is confidential. */
  columns: readonly string[]
  entityOf(row: RequestRow): Request
  /** The columns that the statement of a final state sets to null. */
  eraseAtEnd: readonly string[]
}

export const requestColumns = ({ columns }: { columns: readonly string[] }): string =>
  ofRequest([...progressFields, 'created_at', ...columns])

export type ProgressRow = Omit<Rows['moved'], 'place'>

type LeasedRow = Rows['leased']
/** A whole row, with the columns of its subject. */
export type RequestRow = Omit<LeasedRow, 'leased_until'> & Partial<Pick<LeasedRow, 'leased_until'>>

const movedOf = (row: Omit<ProgressRow, 'id'>) => ({
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

export const progressOf = (row: RequestRow) => ({
  ...movedOf(row),
  createdAt: row.created_at,
  leasedUntil: row.leased_until ?? null,
})

export const progressed = <R extends Request>(request: R, row: ProgressRow): R => ({ ...request, ...movedOf(row) })

export type NonceRow = Pick<Rows['abandoned'], 'chain' | 'signer' | 'nonce'>

export const nonceKeyOf = ({ chain, signer, nonce }: NonceRow): NonceKey => ({ chain, signer, nonce: BigInt(nonce) })

const attemptFields = [
  ...['hash', 'chain', 'signer', 'nonce', 'number', 'max_fee_per_gas', 'max_priority_fee', 'gas_limit', 'created_at'],
  ...['signed_block', 'purpose'],
  ...['broadcast_started_at', 'last_broadcast_at', 'provider', 'error_class', 'outcome'],
]
/** The columns of a transaction, never with its signed bytes. */
export const attemptColumns = attemptFields.map((name) => `a.${name}`).join(', ')

export type AttemptRow = Rows['attempt']

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

/**
 * The database's time in milliseconds, as the column has it. A `now()` that is rounded up would let the next lease pass the
 * request over.
 */
export const dueAtOnce = "date_trunc('milliseconds', now())"

export const byId = (a: Request, b: Request): number => (a.id < b.id ? -1 : 1)
