import type { Award, AwardOffers } from './auction.ts'

/**
 * Equal requests within a window share one auction, in which makers are asked once. All of them are answered when it ends.
 * A `dataloader` would not help: each auction would need a loader of its own, kept in the same map, because only the name
 * says which requests belong together.
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
