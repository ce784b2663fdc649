import { ttlCache } from '@tandem/service-kit'
import type { Maker } from './domain/maker.ts'
import { makerOf } from './maker-file.ts'
import type { MakerListing, MakerListings } from './ports.ts'

export type ListedMaker = {
  readonly maker: Maker
  readonly origin: 'file' | MakerListing['origin']
  readonly isSuspended: boolean
  /** Null for an unchanged maker of the file. */
  readonly changed: Pick<MakerListing, 'changedAt' | 'changedBy'> | null
}

export interface MakerRegistry {
  /**
   * With suspended makers; a second old at most.
   * @throws the database's error before the first answer.
   */
  all(): Promise<readonly ListedMaker[]>
  approved(): Promise<readonly Maker[]>
  forget(): void
}

/** Bounds how late a suspension takes hold. */
const keptMs = 1_000

/** The file goes before the API. */
export function makeMakerRegistry(deps: {
  fromFile: readonly Maker[]
  listings: Pick<MakerListings, 'all'>
  /** Otherwise those that enrolled themselves count as suspended. */
  isOpen: boolean
  onError: (error: unknown) => void
}): MakerRegistry {
  let known: readonly ListedMaker[] | undefined

  async function read(): Promise<readonly ListedMaker[]> {
    const listings = new Map((await deps.listings.all()).map((listing) => [listing.makerId, listing]))
    const inFile = new Set(deps.fromFile.map(({ makerId }) => makerId))
    const fromFile = deps.fromFile.map((maker) => listedAs('file', maker, listings.get(maker.makerId)))
    const fromApi = [...listings.values()].flatMap(({ entry, origin, ...listing }) => {
      if (entry === null || inFile.has(listing.makerId)) return []
      const maker = makerOf(entry, origin === 'open' ? 'open' : 'approved')
      const listed = listedAs(origin, maker, listing)
      return [origin === 'open' && !deps.isOpen ? { ...listed, isSuspended: true } : listed]
    })
    known = [...fromFile, ...fromApi]
    return known
  }
  // An answer is as old as its question.
  const newest = ttlCache(keptMs, (_all: 'all') => read())
  let oldestMs: number | undefined

  async function all(): Promise<readonly ListedMaker[]> {
    const reading = newest('all', oldestMs)
    oldestMs = undefined
    try {
      return await reading
    } catch (error) {
      if (known === undefined) throw error
      deps.onError(error)
      return known
    }
  }

  return {
    all,
    approved: async () => (await all()).flatMap(({ maker, isSuspended }) => (isSuspended ? [] : [maker])),
    forget: () => {
      oldestMs = 0
    },
  }
}

const listedAs = (
  origin: ListedMaker['origin'],
  maker: Maker,
  listing: Omit<MakerListing, 'entry' | 'origin'> | undefined,
): ListedMaker => ({
  maker,
  origin,
  isSuspended: (listing?.suspendedAt ?? null) !== null,
  changed: listing ?? null,
})
