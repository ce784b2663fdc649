import { preparedCommand, type SqlDatabase } from '@tandem/service-kit'
import { prepared } from '../../db/statements.ts'
import type { Clock } from '../ports.ts'
import type { NonceRepairStore } from '../repair-nonces.ts'

/** Counter, mined nonces before `$4`, and rows from `$3` on. A counter without rows answers one row without a nonce. */
const readLedger = prepared('ledger next')(`
SELECT s.next_nonce::text AS next, n.nonce::text AS nonce, (
         SELECT (o.nonce + 1)::text FROM nonces o
          WHERE (o.chain, o.signer) = (s.chain, s.address) AND o.closed_hash IS NOT NULL AND o.created_at < $4
          ORDER BY o.nonce DESC LIMIT 1) AS surely_used
  FROM signers s LEFT JOIN nonces n ON (n.chain, n.signer) = (s.chain, s.address) AND n.nonce >= $3::bigint
 WHERE s.chain = $1 AND s.address = $2 ORDER BY n.nonce LIMIT 10000`)

/** As if their work had ended without them. */
const fill = preparedCommand(`
INSERT INTO nonces (chain, signer, nonce, created_at, abandoned_at)
SELECT $1, $2, nonce, $4, $4 FROM unnest($3::bigint[]) AS nonce ORDER BY nonce ON CONFLICT DO NOTHING`)

/** Their bytes can never be mined; the vault would pay once in any case. Their work gets another nonce. */
const release = preparedCommand(`
WITH held AS MATERIALIZED (
  SELECT chain, signer, nonce FROM nonces
   WHERE chain = $1 AND signer = $2 AND nonce >= $3::bigint ORDER BY nonce FOR UPDATE),
bytes AS (DELETE FROM tx_attempts WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)),
served AS (
  DELETE FROM nonce_members WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)
  RETURNING request_id),
woken AS (
  UPDATE requests s SET next_step_at = $4 WHERE s.id IN (SELECT request_id FROM served) AND s.next_step_at > $4)
DELETE FROM nonces WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)`)

/** Only if unchanged, and never down to a row. */
const move = preparedCommand(`
UPDATE signers s SET next_nonce = $4::bigint
 WHERE s.chain = $1 AND s.address = $2 AND s.next_nonce = $3::bigint AND NOT EXISTS (
   SELECT 1 FROM nonces n WHERE n.chain = $1 AND n.signer = $2 AND n.nonce >= $4::bigint)`)

/** No reorg reaches back so far. */
const longAgoMs = 7_200_000

export function makeNonceRepairStore(sql: SqlDatabase, now: Clock): NonceRepairStore {
  return {
    async nonceLedger({ chain, address }, settled) {
      const rows = await sql.query(readLedger, [chain, address, settled, new Date(now() - longAgoMs)])
      const [first] = rows
      if (first === undefined) return undefined
      const given = rows.flatMap(({ nonce }) => (nonce === null ? [] : [BigInt(nonce)]))
      return { next: BigInt(first.next), surelyUsed: BigInt(first.surely_used ?? 0), given }
    },
    async fillNonces({ chain, address }, nonces) {
      await sql.query(fill, [chain, address, nonces, new Date(now())])
    },
    async releaseNonces({ chain, address }, from) {
      await sql.query(release, [chain, address, from, new Date(now())])
    },
    async moveCounter({ chain, address }, from, to) {
      await sql.query(move, [chain, address, from, to])
    },
  }
}
