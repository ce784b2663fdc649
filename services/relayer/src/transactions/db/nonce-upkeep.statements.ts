import { prepared } from '@tandem/service-kit'
import type { Address } from 'viem'
import { dueAtOnce } from './request.rows.ts'

export const hasOpen = prepared('SELECT 1 FROM nonces WHERE chain = $1 AND closed_hash IS NULL LIMIT 1')

export interface QueueRow {
  signer: Address
  queued: number
  reserved: string
  first_signed_block: string | null
}

/** For each signer (`$2`), the nonces that the chain has not used (from `$3` on), and since which block the first one waits. */
export const queuesOf = prepared(`
WITH waiting AS (
  SELECT n.signer, n.nonce, n.reserved_wei FROM unnest($2::text[], $3::bigint[]) AS a (signer, mined)
    JOIN nonces n ON n.chain = $1 AND n.signer = a.signer AND n.nonce >= a.mined AND n.closed_hash IS NULL),
queues AS (
  SELECT signer, count(*)::int AS queued, sum(reserved_wei)::text AS reserved, min(nonce) AS first FROM waiting GROUP BY signer)
SELECT q.signer, q.queued, q.reserved,
       (SELECT min(t.signed_block) FROM tx_attempts t
         WHERE t.chain = $1 AND t.signer = q.signer AND t.nonce = q.first AND t.broadcast_started_at IS NOT NULL)
         AS first_signed_block
  FROM queues q`)

export const reopen = prepared(`
WITH held AS MATERIALIZED (
  SELECT chain, signer, nonce FROM nonces
   WHERE chain = $1 AND signer = $2 AND nonce >= $3::bigint AND closed_hash IS NOT NULL
     AND created_at BETWEEN $4::timestamptz AND $5::timestamptz ORDER BY nonce FOR UPDATE)
UPDATE nonces AS n SET closed_hash = NULL, abandoned_at = $6 FROM held
 WHERE (n.chain, n.signer, n.nonce) = (held.chain, held.signer, held.nonce)`)

export const wakeMined = prepared(`
WITH served AS MATERIALIZED (
  SELECT request_id AS id FROM nonce_members
   WHERE chain = $1 AND signer = $2 AND nonce >= $3::bigint AND nonce < $4::bigint AND is_open),
held AS MATERIALIZED (
  SELECT s.id FROM requests s WHERE s.id = ANY(ARRAY(SELECT id FROM served)) AND s.state = 'revealed'
     AND s.next_step_at > now() ORDER BY s.id FOR NO KEY UPDATE)
UPDATE requests AS s SET next_step_at = ${dueAtOnce} FROM held WHERE s.id = held.id`)
