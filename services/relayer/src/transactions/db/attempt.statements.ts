import { rowStatement } from '@tandem/service-kit'
import type { Address, Hex } from 'viem'
import type { Purpose } from '../domain/request.ts'
import { attemptColumns, type HistoryRow } from './request.rows.ts'

type NonceColumns = { chain: string; signer: Address; nonce: bigint }

/** A row for each attempt, and for each nonce without one. */
export const historyOf = rowStatement<{ id: string }, HistoryRow>(
  { id: 'uuid' },
  (asked) => `
WITH ${asked}
SELECT q.place, ${attemptColumns}, m.chain, m.signer, m.nonce, m.is_open,
       NOT EXISTS (SELECT 1 FROM nonce_members o WHERE (o.chain, o.signer, o.nonce) = (m.chain, m.signer, m.nonce)
                      AND o.is_open AND o.request_id < m.request_id) AS is_lead,
       EXISTS (SELECT 1 FROM nonce_members o WHERE (o.chain, o.signer, o.nonce) = (m.chain, m.signer, m.nonce)
                  AND o.is_open AND o.request_id <> m.request_id) AS is_shared
  FROM asked q JOIN nonce_members m ON m.request_id = q.id
  LEFT JOIN tx_attempts a ON (a.chain, a.signer, a.nonce) = (m.chain, m.signer, m.nonce)
 ORDER BY q.place, a.created_at, a.number`,
)

/** A signed transaction, for a nonce that is not closed. */
interface NewAttemptRow extends NonceColumns {
  hash: Hex
  number: number
  raw_ct: Uint8Array
  raw_key_id: string
  max_fee_per_gas: bigint
  max_priority_fee: bigint
  gas_limit: bigint
  purpose: Purpose
  signed_block: bigint
  created_at: Date
}
const attempt = {
  ...{ chain: 'text', signer: 'text', nonce: 'bigint', hash: 'text', number: 'int', raw_ct: 'bytea' },
  ...{ raw_key_id: 'text', max_fee_per_gas: 'numeric', max_priority_fee: 'numeric', gas_limit: 'numeric' },
  ...{ purpose: 'text', signed_block: 'bigint', created_at: 'timestamptz' },
} as const
const attemptFields = Object.keys(attempt).join(', ')

/** The attempts of `held`. */
const saved = `
saved AS (
  INSERT INTO tx_attempts (${attemptFields}) SELECT ${attemptFields} FROM asked WHERE place IN (SELECT place FROM held)
  ON CONFLICT DO NOTHING RETURNING hash)
SELECT place, hash FROM saved JOIN asked USING (hash)`

/** For a nonce that is open, abandoned or not as asked. A nonce is marked when the last one leaves it. */
export const saveAttempt = rowStatement<NewAttemptRow & { is_abandoned: boolean }, { hash: Hex }>(
  { ...attempt, is_abandoned: 'boolean' },
  (asked) => `
WITH ${asked},
held AS (
  SELECT place FROM asked q JOIN nonces n USING (chain, signer, nonce)
   WHERE n.closed_hash IS NULL AND (n.abandoned_at IS NOT NULL) = q.is_abandoned
   ORDER BY n.chain, n.signer, n.nonce FOR NO KEY UPDATE OF n),
${saved}`,
)

/**
 * For a nonce that serves these alone, as `holders` lists them: in order, by commas. A request that leaves it waits, or is
 * waited for: their rows are locked, and looked at once more.
 */
export const saveHeld = rowStatement<NewAttemptRow & { holders: string }, { hash: Hex }>(
  { ...attempt, holders: 'text' },
  (asked) => `
WITH ${asked},
served AS (
  SELECT q.place, m.request_id AS id FROM asked q
    JOIN nonces n USING (chain, signer, nonce) JOIN nonce_members m USING (chain, signer, nonce)
   WHERE n.closed_hash IS NULL AND n.abandoned_at IS NULL AND m.is_open
   ORDER BY n.chain, n.signer, n.nonce, m.request_id FOR NO KEY UPDATE OF n, m),
held AS (
  SELECT place FROM asked q
   WHERE q.holders = (SELECT string_agg(s.id::text, ',' ORDER BY s.id) FROM served s WHERE s.place = q.place)),
${saved}`,
)

export const recordBroadcastResult = rowStatement<{
  hash: Hex
  at: Date
  provider: string
  error_class: string | null
}>(
  { hash: 'text', at: 'timestamptz', provider: 'text', error_class: 'text' },
  (asked) => `
WITH ${asked},
held AS (SELECT t.hash FROM tx_attempts t JOIN asked q ON q.hash = t.hash ORDER BY t.hash FOR NO KEY UPDATE OF t)
UPDATE tx_attempts t SET last_broadcast_at = q.at, provider = q.provider, error_class = q.error_class
  FROM asked q JOIN held ON held.hash = q.hash WHERE t.hash = q.hash`,
)
