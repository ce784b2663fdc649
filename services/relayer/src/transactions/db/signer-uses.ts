import type { Address } from 'viem'
import type { PrismaClient } from '../../db/client.ts'
import type { SignerUse } from '../known-signers.ts'

/** The next nonce and the open nonces of every signer that ever had a nonce. */
export async function signerUses(prisma: PrismaClient): Promise<SignerUse[]> {
  const [signers, open] = await Promise.all([
    prisma.signer.findMany({ orderBy: [{ chain: 'asc' }, { address: 'asc' }] }),
    prisma.nonce.groupBy({ by: ['chain', 'signer'], where: { closedHash: null }, _count: true }),
  ])
  return signers.map(({ chain, address, nextNonce }) => ({
    chain,
    signer: address as Address,
    nextNonce,
    openNonces: open.find((one) => one.chain === chain && one.signer === address)?._count ?? 0,
  }))
}
