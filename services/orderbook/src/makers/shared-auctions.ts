import type { Award, AwardOffers } from './auction.ts'

/**
 * Equal requests of one window share one auction: makers are asked once for all of them, and none of them is answered before
 * it has ended.
 */
export function makeSharedAuctions() {
  const open = new Map<string, { requests: number; awards: Promise<Award[]> }>()

  return async (name: string, hold: () => Promise<AwardOffers>): Promise<Award> => {
    const known = open.get(name)
    const auction = known ?? { requests: 0, awards: Promise.resolve<Award[]>([]) }
    const place = auction.requests
    auction.requests += 1
    if (known === undefined) {
      open.set(name, auction)
      auction.awards = hold()
        .finally(() => open.delete(name))
        .then((awardOffers) => awardOffers(auction.requests))
    }
    return (await auction.awards)[place] ?? 'taken'
  }
}
