import { type PrismaClient, rowsOf } from '../../db/client.ts'
import { statement } from '../../db/statements.ts'
import { openStates } from '../domain/request-lifecycle.ts'

const selectOverdue = statement('overdue')(`
SELECT (extract(epoch FROM now() - min(next_step_at)) * 1000)::float8 AS ms FROM requests
WHERE state IN (${openStates.map((state) => `'${state}'`).join(', ')})`)

/** How long the step that waits longest for a worker has been due. Zero when none is. */
export async function overdueMs(prisma: PrismaClient): Promise<number> {
  const [row] = await rowsOf(prisma, selectOverdue)
  return Math.max(0, Math.round(row?.ms ?? 0))
}
