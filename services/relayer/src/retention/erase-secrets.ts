import type { PrismaClient } from '../db/client.ts'
import { finalStates } from '../transactions/domain/request-lifecycle.ts'

const endedBefore = (before: Date) => ({ state: { in: [...finalStates] }, updatedAt: { lt: before } })

/**
 * Erases the secrets of requests that ended before this time.
 * @returns how many of them still had one.
 */
export async function eraseSecrets(prisma: PrismaClient, before: Date): Promise<number> {
  const { count } = await prisma.request.updateMany({
    where: { ...endedBefore(before), secretCt: { not: null } },
    data: { secretCt: null, secretKeyId: null },
  })
  return count
}

/**
 * Erases the signed bytes of transactions. The bytes of a batch hold the secrets of all of its claims, so they stay until the
 * last one has ended.
 * @returns how many transactions, all of whose requests ended before this time, still had their signed bytes.
 */
export async function eraseSignedBytes(prisma: PrismaClient, before: Date): Promise<number> {
  const { count } = await prisma.txAttempt.updateMany({
    where: {
      rawCt: { not: null },
      purpose: { not: 'gap_fill' },
      createdAt: { lt: before },
      assigned: { members: { every: { request: endedBefore(before) } } },
    },
    data: { rawCt: null },
  })
  return count
}
