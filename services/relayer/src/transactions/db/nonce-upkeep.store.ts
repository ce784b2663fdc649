import type { SqlDatabase } from '@tandem/service-kit'
import { openStates } from '../domain/request-lifecycle.ts'
import type { Clock, NonceUpkeep } from '../ports.ts'
import { hasOpen, type QueueRow, queuesOf, reopen, wakeMined } from './nonce-upkeep.statements.ts'
import { type NonceRow, nonceKeyOf } from './request.rows.ts'
import { listOf } from './request.statements.ts'

/** No reorg reaches back so far. */
const reorgsMs = 7_200_000

/** Marks nonces that are assigned to no open request, whatever ended the last one: the nonce must not stay empty. */
const markAbandoned = `
UPDATE nonces AS n SET abandoned_at = $1::timestamptz
 WHERE n.chain = $2 AND n.closed_hash IS NULL AND n.abandoned_at IS NULL AND NOT EXISTS (
   SELECT 1 FROM nonce_members m JOIN requests s ON s.id = m.request_id
    WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce)
      AND m.is_open AND s.state IN (${listOf(openStates)})
   OFFSET 0)` // For each nonce by its key, and never all requests first.

const lowestAbandoned = `
SELECT chain, signer, nonce FROM (
  SELECT chain, signer, nonce, row_number() OVER (PARTITION BY signer ORDER BY nonce) AS place FROM nonces
   WHERE chain = $1 AND closed_hash IS NULL AND abandoned_at <= $2) AS n
 WHERE place <= 100 ORDER BY nonce`

/** Nonces without regard to requests, in PostgreSQL. */
export function makeNonceUpkeep(sql: SqlDatabase, now: Clock): NonceUpkeep {
  const at = () => new Date(now())
  return {
    async hasOpenNonces(chain) {
      return (await sql.query(hasOpen, [chain])).length > 0
    },
    async abandonedNonces(chain) {
      await sql.query(markAbandoned, [at(), chain])
      return (await sql.query<NonceRow>(lowestAbandoned, [chain, at()])).map(nonceKeyOf)
    },
    async reopenNonces({ chain, address }, minedNonce, afterMs) {
      const times = [-reorgsMs, -afterMs, afterMs].map((ms) => new Date(now() + ms))
      await sql.query(reopen, [chain, address, minedNonce, ...times])
    },
    async signerQueues(chain, signers) {
      const values = [chain, signers.map(({ signer }) => signer), signers.map(({ minedNonce }) => minedNonce)]
      const rows = await sql.query<QueueRow>(queuesOf, values)
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
