import { command } from '@tandem/service-kit'
import { execute, type PrismaClient } from '../db/client.ts'
import { finalStates } from '../transactions/domain/request-lifecycle.ts'

const afterMs = 24 * 3_600_000
const final = `s.state IN (${finalStates.map((state) => `'${state}'`).join(', ')}) AND s.updated_at < $1`

const eraseSecrets = command(`
UPDATE requests AS s SET secret_ct = NULL, secret_key_id = NULL WHERE s.secret_ct IS NOT NULL AND ${final}`)
/** A batch's bytes hold all of its claims' secrets. */
const eraseRaws = command(`
UPDATE tx_attempts AS a SET raw_ct = NULL
WHERE a.raw_ct IS NOT NULL AND a.purpose <> 'gap_fill' AND a.created_at < $1 AND NOT EXISTS (
  SELECT FROM nonce_members AS m JOIN requests AS s ON s.id = m.request_id
  WHERE (m.chain, m.signer, m.nonce) = (a.chain, a.signer, a.nonce) AND NOT (${final}))`)

/**
 * Erases secrets and bytes of requests that have been final for a day. The final move does so already; this covers
 * failures.
 * @returns how many were left.
 */
export async function purgeSecrets(prisma: PrismaClient, now: number): Promise<{ secrets: number; raws: number }> {
  const before = new Date(now - afterMs)
  const secrets = await execute(prisma, eraseSecrets, before)
  const raws = await execute(prisma, eraseRaws, before)
  return { secrets, raws }
}
