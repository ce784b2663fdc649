import { type PrismaClient, rowsOf } from '../../db/client.ts'
import { statement } from '../../db/statements.ts'
import type { SignerUse } from '../known-signers.ts'

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
