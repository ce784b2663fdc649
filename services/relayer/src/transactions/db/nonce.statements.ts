import { mostForeignNonces } from '@tandem/chain/sending'
import { command, preparedCommand, rowStatement } from '@tandem/service-kit'
import { prepared, statement } from '../../db/statements.ts'
import { finalStates } from '../domain/request-lifecycle.ts'
import { attemptColumns, progressColumns } from './request.rows.ts'
import { listOf } from './request.statements.ts'

/** Counts on from what is given out or mined. A jump further than another sender may come is left to `repairNonces`. */
const countedOn = (mined: string) =>
  `CASE WHEN ${mined} <= c.next_nonce + ${mostForeignNonces} THEN greatest(c.next_nonce, ${mined}) ELSE c.next_nonce END`

/**
 * Each group (`together`) gets its signer's next nonce, and a balance (wei) must cover all. A group below `least` gets
 * none. Requests that have a nonce, or moved, are left out. A nonce reserved in vain
 * is gap-filled.
 */
export const assignFirst = rowStatement(
  {
    ...({
      id: 'uuid',
      version: 'int',
      chain: 'text',
      signer: 'text',
      mined: 'bigint',
      together: 'uuid',
      least: 'int',
    } as const),
    ...({ reserve: 'numeric', balance: 'numeric', at: 'timestamptz' } as const),
  },
  (asked) =>
    statement('assignedFirst chain signer nonce id state version reverts updated_at')(`
WITH ${asked},
once AS (SELECT DISTINCT ON (id) * FROM asked ORDER BY id, place),
held AS (
  SELECT q.* FROM requests s JOIN once q ON q.id = s.id
   WHERE s.state = 'accepted' AND s.version = q.version
     AND NOT EXISTS (SELECT 1 FROM nonce_members m WHERE m.request_id = s.id AND m.is_open)
   ORDER BY s.id FOR NO KEY UPDATE OF s),
grouped AS (
  SELECT *, count(*) OVER mates AS size, min(place) OVER mates AS first FROM held
  WINDOW mates AS (PARTITION BY chain, signer, together)),
ranked AS (
  SELECT *, dense_rank() OVER (PARTITION BY chain, signer ORDER BY first) AS rank FROM grouped WHERE size >= least),
reserved AS (
  SELECT chain, signer, sum(n.reserved_wei) AS wei
    FROM nonces n JOIN (SELECT chain, signer, max(mined) AS mined FROM ranked GROUP BY 1, 2) r USING (chain, signer)
   WHERE n.closed_hash IS NULL AND n.nonce >= r.mined GROUP BY 1, 2),
payable AS (
  SELECT r.* FROM (SELECT *, max(reserve) OVER (PARTITION BY chain, signer) AS most FROM ranked) r
    LEFT JOIN reserved USING (chain, signer) WHERE coalesce(reserved.wei, 0) + r.rank * r.most <= r.balance),
wanted AS (SELECT chain, signer, max(mined) AS mined, max(rank) AS count FROM payable GROUP BY chain, signer),
counter AS (
  INSERT INTO signers AS c (chain, address, next_nonce)
  SELECT chain, signer, mined + count FROM wanted ORDER BY chain, signer
  ON CONFLICT (chain, address) DO UPDATE SET next_nonce = (
    SELECT w.count + ${countedOn('w.mined')} FROM wanted w WHERE (w.chain, w.signer) = (c.chain, c.address))
  RETURNING c.chain, c.address AS signer, c.next_nonce),
numbered AS (
  SELECT payable.*, next_nonce - wanted.count + rank - 1 AS nonce
    FROM payable JOIN counter USING (chain, signer) JOIN wanted USING (chain, signer)),
assigned AS (
  INSERT INTO nonces (chain, signer, nonce, reserved_wei, created_at)
  SELECT DISTINCT chain, signer, nonce, reserve, at FROM numbered),
served AS (
  INSERT INTO nonce_members (chain, signer, nonce, request_id) SELECT chain, signer, nonce, id FROM numbered
  ON CONFLICT DO NOTHING RETURNING request_id AS id),
moved AS (
  UPDATE requests AS s SET state = 'assigned', version = s.version + 1, updated_at = q.at, last_reason_code = 'nonce_assigned',
         last_reason = 'nonce ' || q.nonce || ' of ' || q.signer || CASE WHEN q.size > 1 THEN ', with ' || q.size - 1 || ' others' ELSE '' END
    FROM numbered q JOIN served ON served.id = q.id WHERE s.id = q.id
  RETURNING q.place, q.chain, q.signer, q.nonce, q.at, s.last_reason, ${progressColumns}),
logged AS (
  INSERT INTO request_events (request_id, from_state, to_state, event, reason, created_at)
  SELECT id, 'accepted', 'assigned', 'nonce_assigned', last_reason, at FROM moved)
SELECT * FROM moved ORDER BY id`),
)

/** The next nonce of `$1`, `$2` for request `$5`, not below `$3` (mined). `$4`: time; `$6`: wei. */
export const assignNext = statement('assigned')(`
WITH counter AS (
  INSERT INTO signers AS c (chain, address, next_nonce) VALUES ($1, $2, $3::bigint + 1)
  ON CONFLICT (chain, address) DO UPDATE SET next_nonce = ${countedOn('$3::bigint')} + 1
  RETURNING c.next_nonce - 1 AS nonce),
assigned AS (
  INSERT INTO nonces (chain, signer, nonce, created_at, reserved_wei) SELECT $1, $2, nonce, $4::timestamptz, $6::numeric FROM counter
  RETURNING chain, signer, nonce),
served AS (
  INSERT INTO nonce_members (chain, signer, nonce, request_id, hedge_number)
  SELECT assigned.*, $5::uuid, (SELECT coalesce(max(hedge_number) + 1, 0) FROM nonce_members WHERE request_id = $5::uuid AND is_open)
    FROM assigned)
SELECT * FROM assigned`)

export const noncesOfRequest = prepared('openNonce members')(`
SELECT m.chain, m.signer, m.nonce, array_agg(o.request_id::text ORDER BY o.request_id) AS members
  FROM nonce_members m JOIN nonce_members o USING (chain, signer, nonce)
 WHERE m.request_id = $1::uuid AND m.is_open AND o.is_open GROUP BY 1, 2, 3, m.hedge_number ORDER BY m.hedge_number`)

export const attemptsOfNonce = prepared('attempt')(`
SELECT ${attemptColumns} FROM tx_attempts a WHERE a.chain = $1 AND a.signer = $2 AND a.nonce = $3 ORDER BY a.number`)

/** Every member of a batch closes its nonce; it is written once. */
export const closeOne = rowStatement(
  { chain: 'text', signer: 'text', nonce: 'bigint', hash: 'text', outcome: 'text' },
  (asked) =>
    command(`
WITH ${asked},
once AS (SELECT DISTINCT ON (chain, signer, nonce) * FROM asked ORDER BY chain, signer, nonce, place),
held AS (
  SELECT q.* FROM once q JOIN nonces n ON (n.chain, n.signer, n.nonce) = (q.chain, q.signer, q.nonce)
   ORDER BY n.chain, n.signer, n.nonce FOR NO KEY UPDATE OF n),
closed AS (
  UPDATE nonces n SET closed_hash = q.hash FROM held q
   WHERE (n.chain, n.signer, n.nonce) = (q.chain, q.signer, q.nonce) AND n.closed_hash IS DISTINCT FROM q.hash),
served AS (
  UPDATE nonce_members m SET is_open = false FROM held q
   WHERE (m.chain, m.signer, m.nonce) = (q.chain, q.signer, q.nonce) AND m.is_open),
bytes AS (
  SELECT t.hash, q.outcome FROM held q JOIN tx_attempts t ON t.hash = q.hash
   WHERE t.outcome IS DISTINCT FROM q.outcome ORDER BY t.hash FOR NO KEY UPDATE OF t)
UPDATE tx_attempts t SET outcome = bytes.outcome FROM bytes WHERE t.hash = bytes.hash`),
)

/** In one order in every process. */
export const lockOfRequests = preparedCommand(`
SELECT 1 FROM nonces WHERE (chain, signer, nonce) IN
   (SELECT chain, signer, nonce FROM nonce_members WHERE request_id = ANY($1::uuid[]))
 ORDER BY chain, signer, nonce FOR UPDATE`)

/** {@link lockOfRequests} has locked all but a nonce taken since. */
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
