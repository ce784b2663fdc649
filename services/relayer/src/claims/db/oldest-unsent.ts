import type { PrismaClient } from '../../db/client.ts'

/** Of a claim without any transaction; 0 when there is none. */
export async function oldestUnsentMs(prisma: PrismaClient, now: number): Promise<number> {
  const oldest = await prisma.request.findFirst({
    where: { kind: 'claim', state: { in: ['accepted', 'assigned'] } },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
  return oldest === null ? 0 : Math.max(0, now - oldest.createdAt.getTime())
}
