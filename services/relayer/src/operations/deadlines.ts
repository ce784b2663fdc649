import type { PrismaClient } from '../db/client.ts'

/** Unix seconds from which on the first vault of a chain can be cancelled whose claim is revealed and not mined. */
export async function firstDeadlines(prisma: PrismaClient): Promise<ReadonlyMap<string, number>> {
  const rows = await prisma.request.groupBy({
    by: ['chain'],
    where: { kind: 'claim', state: 'revealed' },
    _min: { cancelAfter: true },
  })
  return new Map(rows.map(({ chain, _min: first }) => [chain, Number(first.cancelAfter)]))
}
