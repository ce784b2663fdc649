import { preparedCommand } from '@tandem/service-kit'
import { prepared } from '../../db/statements.ts'
import { finalStates } from '../domain/request-lifecycle.ts'
import { attemptColumns } from './request.rows.ts'
import { listOf } from './request.statements.ts'

/*
 * Hand-written SQL, because these statements run in transactions that lock nonces, then their members, then their
 * attempts.
 */

export const noncesOfRequest = prepared('openNonce members')(`
SELECT m.chain, m.signer, m.nonce, m.hedge_number, array_agg(o.request_id::text ORDER BY o.request_id) AS members
  FROM nonce_members m JOIN nonce_members o USING (chain, signer, nonce)
 WHERE m.request_id = $1::uuid AND m.is_open AND o.is_open GROUP BY 1, 2, 3, m.hedge_number ORDER BY m.hedge_number`)

export const attemptsOfNonce = prepared('attempt')(`
SELECT ${attemptColumns} FROM tx_attempts a WHERE a.chain = $1 AND a.signer = $2 AND a.nonce = $3 ORDER BY a.number`)

/** Locks the nonces of requests, in the same order in every process. */
export const lockOfRequests = preparedCommand(`
SELECT 1 FROM nonces WHERE (chain, signer, nonce) IN
   (SELECT chain, signer, nonce FROM nonce_members WHERE request_id = ANY($1::uuid[]))
 ORDER BY chain, signer, nonce FOR UPDATE`)

/** Takes nonces off requests. {@link lockOfRequests} has locked all of them but one that was assigned since. */
export const abandonOpen = preparedCommand(`
WITH held AS MATERIALIZED (
  SELECT n.chain, n.signer, n.nonce FROM nonces n JOIN nonce_members m USING (chain, signer, nonce)
   WHERE m.request_id = ANY($1::uuid[]) AND m.is_open
     AND ((n.chain, n.signer, n.nonce) IS DISTINCT FROM ($3::text, $4::text, $5::bigint)) = $6::boolean
   ORDER BY n.chain, n.signer, n.nonce, m.request_id FOR UPDATE OF n, m),
ended AS (UPDATE nonce_members SET is_open = false WHERE request_id = ANY($1::uuid[]) AND is_open
             AND (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)),
thrown AS (
  DELETE FROM tx_attempts
   WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held) AND broadcast_started_at IS NULL)
UPDATE nonces AS n SET abandoned_at = $2
 WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)
   AND NOT EXISTS (SELECT 1 FROM nonce_members m
        WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce)
          AND m.is_open AND m.request_id <> ALL($1::uuid[]))`)

export const eraseOfRequests = preparedCommand(`
WITH held AS MATERIALIZED (
  SELECT a.hash FROM tx_attempts a
   WHERE (a.chain, a.signer, a.nonce) IN (
           SELECT chain, signer, nonce FROM nonce_members WHERE request_id = ANY($1::uuid[]))
     AND a.raw_ct IS NOT NULL AND a.purpose <> 'gap_fill'
     AND NOT EXISTS (SELECT 1 FROM nonce_members o JOIN requests s ON s.id = o.request_id
          WHERE (o.chain, o.signer, o.nonce) = (a.chain, a.signer, a.nonce)
            AND s.state NOT IN (${listOf(finalStates)}))
   ORDER BY a.hash FOR NO KEY UPDATE OF a)
UPDATE tx_attempts a SET raw_ct = NULL FROM held WHERE a.hash = held.hash`)
