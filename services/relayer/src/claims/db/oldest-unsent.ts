import type { PrismaClient } from '../../db/client.ts'

/** How long ago the oldest claim that was never sent was created, in milliseconds; 0 when there is none. */
export async function oldestUnsentMs(prisma: PrismaClient, now: number): Promise<number> {
  const oldest = await prisma.request.findFirst({
    where: { kind: 'claim', state: { in: ['accepted', 'assigned'] } },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
  return oldest === null ? 0 : Math.max(0, now - oldest.createdAt.getTime())
}
