import type { PrismaClient } from './client.ts'

/** Seconds until a vault of the chain can be cancelled whose claim is revealed and not mined; of chains that have one. */
export async function leastSecondsLeft(prisma: PrismaClient, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await prisma.settlement.groupBy({
    by: ['chain'],
    where: { kind: 'claim', state: 'revealed' },
    _min: { cancelAfter: true },
  })
  return new Map(rows.map(({ chain, _min: first }) => [chain, Number(first.cancelAfter) - Math.floor(now / 1_000)]))
}
