import { AppError, perRow, type SecretBox, type SqlDatabase } from '@tandem/service-kit'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { rawPlace } from '../../db/sealed.ts'
import type { Request } from '../domain/request.ts'
import { advance } from '../domain/request-lifecycle.ts'
import {
  type AttemptStore,
  type Clock,
  type History,
  isSameNonce,
  type NewAttempt,
  type NonceKey,
  type OwnNonce,
} from '../ports.ts'
import * as statements from './attempt.statements.ts'
import { attemptsOfNonce } from './nonce.statements.ts'
import { byId } from './nonce.store.ts'
import { keyOf } from './nonce-locks.ts'
import {
  type AttemptRow,
  attemptOf,
  type HistoryRow,
  nonceKeyOf,
  type ProgressRow,
  progressed,
} from './request.rows.ts'
import { beginShared, moveTo, revealOne } from './request.statements.ts'

const readRaw = 'SELECT raw_ct, raw_key_id FROM tx_attempts WHERE hash = $1'
const markStarted = `
UPDATE tx_attempts SET broadcast_started_at = coalesce(broadcast_started_at, $2)
 WHERE hash = $1 AND raw_ct IS NOT NULL RETURNING 1`

/** Signed transactions in PostgreSQL: stored encrypted, before they are sent. */
export function makeAttemptStore(sql: SqlDatabase, box: SecretBox, now: Clock): Omit<AttemptStore, 'confirm'> {
  const at = () => new Date(now())
  const historyRows = perRow(sql, statements.historyOf)
  const saveAttempt = perRow(sql, statements.saveAttempt)
  const saveHeld = perRow(sql, statements.saveHeld)
  const recordBroadcastResult = perRow(sql, statements.recordBroadcastResult)
  return {
    ...makeFirstBroadcast(sql, at),
    history: async (id) => historyOf(await historyRows({ id })),
    attemptsOf: async (key) => (await sql.query<AttemptRow>(attemptsOfNonce, keyOf(key))).map(attemptOf),
    async saveAttempt(key, attempt, holders) {
      const values = { ...attemptRow(key, attempt), ...sealed(box, attempt), created_at: at() }
      const saved =
        typeof holders === 'string'
          ? await saveAttempt({ ...values, is_abandoned: holders === 'none' })
          : await saveHeld({ ...values, holders: [...holders].sort().join() })
      return saved.length > 0
    },
    async openRaw(hash) {
      const [row] = await sql.query<{ raw_ct: Uint8Array | null; raw_key_id: string }>(readRaw, [hash])
      if (row === undefined || row.raw_ct === null) throw new AppError('INTERNAL', 'the signed transaction is erased')
      return bytesToHex(box.open(row.raw_ct, rawPlace(hash), row.raw_key_id))
    },
    markBroadcastStarted: async (hash) => (await sql.query(markStarted, [hash, at()])).length > 0,
    async recordBroadcastResult(hash, { provider, errorClass }) {
      await recordBroadcastResult({ hash, at: at(), provider, error_class: errorClass })
    },
  }
}

/** The statements of the first broadcast: state, time and bytes change in one commit. */
function makeFirstBroadcast(
  sql: SqlDatabase,
  at: () => Date,
): Pick<AttemptStore, 'beginBroadcast' | 'beginSharedBroadcast'> {
  const beginOne = perRow(sql, revealOne)
  return {
    async beginBroadcast(request, hash, { reason, delayMs, notAfter }) {
      const move = { ...moveTo(request, 'broadcast_started', reason.text, at()), reason_code: reason.code }
      const [row] = await beginOne({ ...move, hash, delay_ms: delayMs, not_after: notAfter })
      return row === undefined ? undefined : progressed(request, row)
    },
    async beginSharedBroadcast(key, requests, hash, { reason, delayMs, notAfter }) {
      const inOrder = [...requests].sort(byId)
      const to = advance('slotted', 'broadcast_started')
      const rows = await sql.query<ProgressRow>(beginShared, [
        ...[inOrder.map(({ id }) => id), ...keyOf(key), to, reason.text, at(), hash, delayMs, notAfter, reason.code],
      ])
      // All of them, in the same order, or none.
      return rows.length === 0 ? undefined : rows.map((row, index) => progressed(inOrder[index] as Request, row))
    },
  }
}

function historyOf(rows: readonly HistoryRow[]): History {
  const all = rows.flatMap((row) => (row.hash === null ? [] : [attemptOf({ ...row, hash: row.hash })]))
  const nonces: OwnNonce[] = []
  for (const row of rows) {
    const key = nonceKeyOf(row)
    if (!row.is_open || nonces.some((one) => isSameNonce(one, key))) continue
    const attempts = all.filter((attempt) => isSameNonce(attempt.key, key))
    nonces.push({ ...key, isLead: row.is_lead, isShared: row.is_shared, attempts })
  }
  return { nonces, all }
}

const attemptRow = ({ chain, signer, nonce }: NonceKey, attempt: NewAttempt) => ({
  chain,
  signer,
  nonce,
  hash: attempt.hash,
  number: attempt.number,
  purpose: attempt.purpose,
  max_fee_per_gas: attempt.maxFeePerGas,
  max_priority_fee: attempt.maxPriorityFeePerGas,
  gas_limit: attempt.gasLimit,
  signed_block: attempt.signedBlock,
})

const sealed = (box: SecretBox, { hash, raw }: { hash: Hex; raw: Hex }) => ({
  raw_ct: box.seal(hexToBytes(raw), rawPlace(hash)),
  raw_key_id: box.keyId,
})
