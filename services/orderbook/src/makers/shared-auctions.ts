import type { Award, AwardOffers } from './auction.ts'

/**
 * Makers are asked once for equal requests of a window, and all are answered at its end. With `dataloader` each auction
 * would need a loader of its own, kept and dropped in this same map, because only the name says who belongs together.
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
