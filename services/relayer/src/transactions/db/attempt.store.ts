import {
  AppError,
  command,
  perRow,
  rowStatement,
  type SecretBox,
  type Sql,
  type SqlDatabase,
} from '@tandem/service-kit'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import type { Database } from '../../db/client.ts'
import type { Rows } from '../../db/rows.ts'
import { rawPlace } from '../../db/sealed-places.ts'
import { statement } from '../../db/statements.ts'
import { type Clock, isSameNonce, type NewAttempt, type NonceKey, type OwnNonce } from '../ports.ts'
import type { AttemptStore, History } from '../step-ports.ts'
import { attemptsOfNonce } from './nonce.statements.ts'
import { keyOf, lockServed } from './nonce-locks.ts'
import { type AttemptRow, attemptColumns, attemptOf, byId, nonceKeyOf, progressed } from './request.rows.ts'
import { moveTo, revealOne, revealWithOthers } from './request.statements.ts'

/*
 * Hand-written SQL, because rows that are locked in the same statement decide what is stored or marked, and callers of
 * the same moment share one statement (ADR 0005).
 */

const readHistory = rowStatement({ id: 'uuid' }, (asked) =>
  statement('history is_lead is_shared')(`
WITH ${asked}
SELECT q.place, ${attemptColumns}, m.chain, m.signer, m.nonce, m.is_open,
       NOT EXISTS (SELECT 1 FROM nonce_members o WHERE (o.chain, o.signer, o.nonce) = (m.chain, m.signer, m.nonce)
                      AND o.is_open AND o.request_id < m.request_id) AS is_lead,
       EXISTS (SELECT 1 FROM nonce_members o WHERE (o.chain, o.signer, o.nonce) = (m.chain, m.signer, m.nonce)
                  AND o.is_open AND o.request_id <> m.request_id) AS is_shared
  FROM asked q JOIN nonce_members m ON m.request_id = q.id
  LEFT JOIN tx_attempts a ON (a.chain, a.signer, a.nonce) = (m.chain, m.signer, m.nonce)
 ORDER BY q.place, a.created_at, a.number`),
)

/** The columns of an attempt, which is stored only while its nonce is open. */
const attemptTypes = {
  ...({ chain: 'text', signer: 'text', nonce: 'bigint', hash: 'text', number: 'int', raw_ct: 'bytea' } as const),
  ...({ raw_key_id: 'text', max_fee_per_gas: 'numeric', max_priority_fee: 'numeric', gas_limit: 'numeric' } as const),
  ...({ purpose: 'text', signed_block: 'bigint', created_at: 'timestamptz' } as const),
} as const
const attemptFields = Object.keys(attemptTypes).join(', ')

const savedWhere = (isHeld: string) => `
saved AS (
  INSERT INTO tx_attempts (${attemptFields}) SELECT ${attemptFields} FROM asked q WHERE ${isHeld}
  ON CONFLICT DO NOTHING RETURNING hash)
SELECT place, hash FROM saved JOIN asked USING (hash)`

const insertAttempt = rowStatement({ ...attemptTypes, is_abandoned: 'boolean' }, (asked) =>
  statement('saved')(`
WITH ${asked},
held AS (
  SELECT place FROM asked q JOIN nonces n USING (chain, signer, nonce)
   WHERE n.closed_hash IS NULL AND (n.abandoned_at IS NOT NULL) = q.is_abandoned
   ORDER BY n.chain, n.signer, n.nonce FOR NO KEY UPDATE OF n),${savedWhere('place IN (SELECT place FROM held)')}`),
)

/**
 * Stores a transaction at a nonce that serves exactly `holders` (in order, separated by commas). Their rows are locked and read
 * once more.
 */
const insertHeld = rowStatement({ ...attemptTypes, holders: 'text' }, (asked) =>
  statement('saved')(`
WITH ${asked},
served AS (
  SELECT q.place, m.request_id AS id FROM asked q
    JOIN nonces n USING (chain, signer, nonce) JOIN nonce_members m USING (chain, signer, nonce)
   WHERE n.closed_hash IS NULL AND n.abandoned_at IS NULL AND m.is_open
   ORDER BY n.chain, n.signer, n.nonce, m.request_id FOR NO KEY UPDATE OF n, m),${savedWhere(`q.holders = (
    SELECT string_agg(s.id::text, ',' ORDER BY s.id) FROM served s WHERE s.place = q.place)`)}`),
)

const noteResult = rowStatement({ hash: 'text', at: 'timestamptz', provider: 'text', error_class: 'text' }, (asked) =>
  command(`
WITH ${asked},
held AS (SELECT t.hash FROM tx_attempts t JOIN asked q ON q.hash = t.hash ORDER BY t.hash FOR NO KEY UPDATE OF t)
UPDATE tx_attempts t SET last_broadcast_at = q.at, provider = q.provider, error_class = q.error_class
  FROM asked q JOIN held ON held.hash = q.hash WHERE t.hash = q.hash`),
)

const markStarted = command(`
UPDATE tx_attempts SET broadcast_started_at = coalesce(broadcast_started_at, $2)
 WHERE hash = $1 AND raw_ct IS NOT NULL RETURNING 1`)

/** Stores signed transactions, whose bytes are encrypted before they are sent. */
export function makeAttemptStore(
  { prisma, sql }: Pick<Database, 'prisma' | 'sql'>,
  box: SecretBox,
  now: Clock,
): Omit<AttemptStore, 'confirm'> {
  const at = () => new Date(now())
  const historyRows = perRow(sql, readHistory)
  const saveAttempt = perRow(sql, insertAttempt)
  const saveHeld = perRow(sql, insertHeld)
  const recordBroadcastResult = perRow(sql, noteResult)
  return {
    ...makeFirstBroadcast(sql, at),
    history: async (id) => historyOf(await historyRows({ id })),
    attemptsOf: async (key) => (await sql.query(attemptsOfNonce, keyOf(key))).map(attemptOf),
    async saveAttempt(key, attempt, holders) {
      const values = { ...attemptRow(key, attempt), ...sealed(box, attempt), created_at: at() }
      const saved =
        typeof holders === 'string'
          ? await saveAttempt({ ...values, is_abandoned: holders === 'none' })
          : await saveHeld({ ...values, holders: [...holders].sort().join() })
      return saved.length > 0
    },
    async openRaw(hash) {
      const select = { rawCt: true, rawKeyId: true }
      const { rawCt = null, rawKeyId } = (await prisma.txAttempt.findUnique({ where: { hash }, select })) ?? {}
      if (rawCt === null || rawKeyId === undefined) throw new AppError('INTERNAL', 'the signed transaction is erased')
      return bytesToHex(box.open(rawCt, rawPlace(hash), rawKeyId))
    },
    markBroadcastStarted: async (hash) => (await sql.query(markStarted, [hash, at()])).length > 0,
    async recordBroadcastResult(hash, { provider, errorClass }) {
      await recordBroadcastResult({ hash, at: at(), provider, error_class: errorClass })
    },
  }
}

/** Marks a first broadcast: the state of the requests and the mark of the bytes change in one commit. */
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
      return allOrNothing(sql, async (tx) => {
        const served = await lockServed(tx, key)
        if (served.join() !== inOrder.map(({ id }) => id).join()) return undefined
        if ((await tx.query(markStarted, [hash, at()])).length === 0) return undefined
        const move = perRow(tx, revealWithOthers)
        const moved = await Promise.all(
          inOrder.map(async (request) => {
            const to = { ...moveTo(request, 'broadcast_started', reason.text, at()), reason_code: reason.code }
            const [row] = await move({ ...to, delay_ms: delayMs, not_after: notAfter })
            return row && progressed(request, row)
          }),
        )
        const begun = moved.filter((one) => one !== undefined)
        return begun.length === inOrder.length ? begun : undefined
      })
    },
  }
}

class Undone extends Error {}

/** Runs the work in a transaction, and rolls it back when the work answers undefined. */
async function allOrNothing<T>(sql: SqlDatabase, work: (tx: Sql) => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await sql.transaction(async (tx) => {
      const answer = await work(tx)
      if (answer === undefined) throw new Undone()
      return answer
    })
  } catch (error) {
    if (error instanceof Undone) return undefined
    throw error
  }
}

function historyOf(rows: readonly Rows['history'][]): History {
  // A nonce without an attempt has a row of nulls.
  const all = rows.flatMap((row) => (row.hash === null ? [] : [attemptOf(row as AttemptRow)]))
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
