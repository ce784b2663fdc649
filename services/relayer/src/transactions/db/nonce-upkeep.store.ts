import { command, preparedCommand } from '@tandem/service-kit'
import type { Database } from '../../db/client.ts'
import { prepared, statement } from '../../db/statements.ts'
import type { QueueStore } from '../choose-signer.ts'
import { openStates } from '../domain/request-lifecycle.ts'
import type { GapStore } from '../fill-nonce-gaps.ts'
import type { Clock } from '../ports.ts'
import type { MinedStore } from '../wake-mined.ts'
import { dueAtOnce, nonceKeyOf } from './request.rows.ts'
import { listOf } from './request.statements.ts'

/*
 * Hand-written SQL, because some of these statements lock rows in the order that all writers keep, and every worker
 * runs the others many times a minute.
 */

/** How long after its creation a closed nonce can be opened again, in milliseconds. No reorg reaches back further. */
const reorgsMs = 7_200_000

/** Marks the nonces that no open request holds. They must be filled, because an unused nonce holds back all later ones. */
const markAbandoned = command(`
UPDATE nonces AS n SET abandoned_at = $1::timestamptz
 WHERE n.chain = $2 AND n.closed_hash IS NULL AND n.abandoned_at IS NULL AND NOT EXISTS (
   SELECT 1 FROM nonce_members m JOIN requests s ON s.id = m.request_id
    WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce)
      AND m.is_open AND s.state IN (${listOf(openStates)})
   OFFSET 0)`) // OFFSET 0 has the members looked up by key for each nonce; otherwise all requests may be read first.

const lowestAbandoned = statement('abandoned')(`
SELECT chain, signer, nonce FROM (
  SELECT chain, signer, nonce, row_number() OVER (PARTITION BY signer ORDER BY nonce) AS place FROM nonces
   WHERE chain = $1 AND closed_hash IS NULL AND abandoned_at <= $2) AS n
 WHERE place <= 100 ORDER BY nonce`)

/** Whether a request or a nonce of the chain is open. Both are one question, because each idle worker asks every second. */
const hasOpenWork = prepared('openOfChain is_open')(`
SELECT EXISTS (SELECT 1 FROM requests WHERE chain = $1 AND state IN (${listOf(openStates)}))
    OR EXISTS (SELECT 1 FROM nonces WHERE chain = $1 AND closed_hash IS NULL) AS is_open`)

/** For each signer (`$2`): its unused nonces from `$3` on, and the block in which the first of them was signed. */
const queuesOf = prepared('signerQueue queued reserved')(`
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

const wakeMined = preparedCommand(`
WITH served AS MATERIALIZED (
  SELECT request_id AS id FROM nonce_members
   WHERE chain = $1 AND signer = $2 AND nonce >= $3::bigint AND nonce < $4::bigint AND is_open),
held AS MATERIALIZED (
  SELECT s.id FROM requests s WHERE s.id = ANY(ARRAY(SELECT id FROM served)) AND s.state = 'revealed'
     AND s.next_step_at > now() ORDER BY s.id FOR NO KEY UPDATE)
UPDATE requests AS s SET next_step_at = ${dueAtOnce} FROM held WHERE s.id = held.id`)

export function makeNonceUpkeep(
  { prisma, sql }: Pick<Database, 'prisma' | 'sql'>,
  now: Clock,
): MinedStore & QueueStore & Pick<GapStore, 'abandonedNonces'> & { hasOpenWork(chain: string): Promise<boolean> } {
  const at = () => new Date(now())
  return {
    hasOpenNonces: async (chain) => (await prisma.nonce.findFirst({ where: { chain, closedHash: null } })) !== null,
    hasOpenWork: async (chain) => (await sql.query(hasOpenWork, [chain]))[0]?.is_open === true,
    async abandonedNonces(chain) {
      await sql.query(markAbandoned, [at(), chain])
      return (await sql.query(lowestAbandoned, [chain, at()])).map(nonceKeyOf)
    },
    async reopenNonces({ chain, address }, minedNonce, afterMs) {
      const createdAt = { gte: new Date(now() - reorgsMs), lte: new Date(now() - afterMs) }
      await prisma.nonce.updateMany({
        where: { chain, signer: address, nonce: { gte: minedNonce }, closedHash: { not: null }, createdAt },
        data: { closedHash: null, abandonedAt: new Date(now() + afterMs) },
      })
    },
    async signerQueues(chain, signers) {
      const values = [chain, signers.map(({ signer }) => signer), signers.map(({ minedNonce }) => minedNonce)]
      const rows = await sql.query(queuesOf, values)
      return new Map(
        rows.map(({ signer, queued, reserved, first_signed_block: block }) => [
          signer,
          { queued, reserved: BigInt(reserved), firstSignedBlock: block === null ? null : BigInt(block) },
        ]),
      )
    },
    async wakeMined({ chain, address }, { from, below }) {
      await sql.query(wakeMined, [chain, address, from, below])
    },
  }
}
