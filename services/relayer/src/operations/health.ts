import type { Address } from 'viem'
import type { PrismaClient } from '../db/client.ts'
import { openStates } from '../transactions/domain/request-lifecycle.ts'
import type { SignerUse } from '../transactions/known-signers.ts'

/** Every signer that ever had a nonce. */
export async function signerUses(prisma: PrismaClient): Promise<SignerUse[]> {
  const rows = await prisma.$queryRawUnsafe<{ chain: string; signer: string; next_nonce: bigint; open: bigint }[]>(
    `SELECT s.chain, s.address AS signer, s.next_nonce,
       (SELECT count(*) FROM nonces AS n
        WHERE n.chain = s.chain AND n.signer = s.address AND n.closed_hash IS NULL) AS open
     FROM signers AS s ORDER BY s.chain, s.address`,
  )
  return rows.map(({ chain, signer, next_nonce: nextNonce, open }) => ({
    chain,
    signer: signer as Address,
    nextNonce: BigInt(nextNonce),
    openNonces: Number(open),
  }))
}

/** Of the step that waits longest for a worker; 0 when none is due. */
export async function overdueMs(prisma: PrismaClient): Promise<number> {
  const [row] = await prisma.$queryRawUnsafe<{ ms: number | null }[]>(
    `SELECT (extract(epoch FROM now() - min(next_step_at)) * 1000)::float8 AS ms FROM requests
      WHERE state IN (${openStates.map((state) => `'${state}'`).join(', ')})`,
  )
  return Math.max(0, Math.round(row?.ms ?? 0))
}
