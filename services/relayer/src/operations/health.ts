import { type PrismaClient, rowsOf } from '../db/client.ts'
import { statement } from '../db/statements.ts'
import { openStates } from '../transactions/domain/request-lifecycle.ts'
import type { SignerUse } from '../transactions/known-signers.ts'

const selectUses = statement('signerUse next_nonce open')(`
SELECT s.chain, s.address, s.next_nonce::text,
  (SELECT count(*)::int FROM nonces AS n
   WHERE n.chain = s.chain AND n.signer = s.address AND n.closed_hash IS NULL) AS open
FROM signers AS s ORDER BY s.chain, s.address`)

/** Every signer that ever had a nonce. */
export const signerUses = async (prisma: PrismaClient): Promise<SignerUse[]> =>
  (await rowsOf(prisma, selectUses)).map(({ chain, address, next_nonce: nextNonce, open }) => ({
    chain,
    signer: address,
    nextNonce: BigInt(nextNonce),
    openNonces: open,
  }))

const selectOverdue = statement('overdue')(`
SELECT (extract(epoch FROM now() - min(next_step_at)) * 1000)::float8 AS ms FROM requests
WHERE state IN (${openStates.map((state) => `'${state}'`).join(', ')})`)

/** Of the step that waits longest for a worker; 0 when none is due. */
export async function overdueMs(prisma: PrismaClient): Promise<number> {
  const [row] = await rowsOf(prisma, selectOverdue)
  return Math.max(0, Math.round(row?.ms ?? 0))
}
