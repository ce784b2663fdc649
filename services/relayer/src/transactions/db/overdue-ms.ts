import type { PrismaClient } from '../../db/client.ts'
import { openStates } from '../domain/request-lifecycle.ts'

/** How long the step that has waited longest for a worker has been due, in milliseconds. Zero when no step is due. */
export async function overdueMs(prisma: PrismaClient, now: number): Promise<number> {
  const next = await prisma.request.findFirst({
    where: { state: { in: [...openStates] } },
    orderBy: { nextStepAt: 'asc' },
    select: { nextStepAt: true },
  })
  return next === null ? 0 : Math.max(0, now - next.nextStepAt.getTime())
}
