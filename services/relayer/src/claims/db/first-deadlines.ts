import type { PrismaClient } from '../../db/client.ts'

/** Unix seconds of the first deadline among a chain's revealed claims. */
export async function firstDeadlines(prisma: PrismaClient): Promise<ReadonlyMap<string, number>> {
  const rows = await prisma.request.groupBy({
    by: ['chain'],
    where: { kind: 'claim', state: 'revealed' },
    _min: { cancelAfter: true },
  })
  return new Map(rows.map(({ chain, _min: first }) => [chain, Number(first.cancelAfter)]))
}
