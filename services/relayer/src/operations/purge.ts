import type { PrismaClient } from '../db/client.ts'
import { finalStates } from '../transactions/domain/request-lifecycle.ts'

const afterMs = 24 * 3_600_000
const final = `s.state IN (${finalStates.map((state) => `'${state}'`).join(', ')}) AND s.updated_at < $1`

/**
 * Erases the secrets and signed transactions of requests that have been final for a day. The move to a final state
 * erases them already: this is for whatever went wrong there.
 *
 * @returns how many were left over.
 */
export async function purgeSecrets(prisma: PrismaClient, now: number): Promise<{ secrets: number; raws: number }> {
  const before = new Date(now - afterMs)
  const secrets = await prisma.$executeRawUnsafe(
    `UPDATE requests AS s SET secret_ct = NULL, secret_key_id = NULL WHERE s.secret_ct IS NOT NULL AND ${final}`,
    before,
  )
  // A batch's bytes hold the secrets of all its claims: they stay until the last of them is final.
  const raws = await prisma.$executeRawUnsafe(
    `UPDATE tx_attempts AS a SET raw_ct = NULL
     WHERE a.raw_ct IS NOT NULL AND a.purpose <> 'gap_fill' AND a.created_at < $1 AND NOT EXISTS (
       SELECT FROM nonce_members AS m JOIN requests AS s ON s.id = m.request_id
       WHERE (m.chain, m.signer, m.nonce) = (a.chain, a.signer, a.nonce) AND NOT (${final}))`,
    before,
  )
  return { secrets, raws }
}
