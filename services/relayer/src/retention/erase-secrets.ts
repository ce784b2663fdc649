import { command } from '@tandem/service-kit'
import { execute, type PrismaClient } from '../db/client.ts'
import { finalStates } from '../transactions/domain/request-lifecycle.ts'

const final = `s.state IN (${finalStates.map((state) => `'${state}'`).join(', ')}) AND s.updated_at < $1`

const eraseOldSecrets = command(`
UPDATE requests AS s SET secret_ct = NULL, secret_key_id = NULL WHERE s.secret_ct IS NOT NULL AND ${final}`)
/** A batch's bytes hold all of its claims' secrets. */
const eraseOldBytes = command(`
UPDATE tx_attempts AS a SET raw_ct = NULL
WHERE a.raw_ct IS NOT NULL AND a.purpose <> 'gap_fill' AND a.created_at < $1 AND NOT EXISTS (
  SELECT FROM nonce_members AS m JOIN requests AS s ON s.id = m.request_id
  WHERE (m.chain, m.signer, m.nonce) = (a.chain, a.signer, a.nonce) AND NOT (${final}))`)

/** @returns how many requests that ended before this time still had their secret. */
export const eraseSecrets = (prisma: PrismaClient, endedBefore: Date): Promise<number> =>
  execute(prisma, eraseOldSecrets, endedBefore)

/** @returns how many transactions, all of whose requests ended before this time, still had their signed bytes. */
export const eraseSignedBytes = (prisma: PrismaClient, endedBefore: Date): Promise<number> =>
  execute(prisma, eraseOldBytes, endedBefore)
