import type { Db } from '../../db/client.ts'

/**
 * The highest number of an event; zero before the first. The query is no aggregate, because Prisma's client writes an
 * aggregate around a subquery, for which PostgreSQL reads every event.
 */
export async function newestSeq(db: Db): Promise<bigint> {
  const newest = await db.orderEvent.findFirst({
    where: { seq: { not: null } },
    orderBy: { seq: 'desc' },
    select: { seq: true },
  })
  return newest?.seq ?? 0n
}
