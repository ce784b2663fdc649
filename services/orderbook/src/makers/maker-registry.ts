import { ttlCache } from '@tandem/service-kit'
import type { Maker } from './domain/maker.ts'
import { makerOf } from './makers-file.ts'
import type { MakerListing, MakerListings } from './ports.ts'

export type ListedMaker = {
  readonly maker: Maker
  readonly origin: 'file' | 'api'
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
  fromFile: () => readonly Maker[]
  listings: Pick<MakerListings, 'all'>
  onError: (error: unknown) => void
}): MakerRegistry {
  let known: readonly ListedMaker[] | undefined

  async function read(): Promise<readonly ListedMaker[]> {
    const listings = new Map((await deps.listings.all()).map((listing) => [listing.makerId, listing]))
    const filed = deps.fromFile()
    const inFile = new Set(filed.map(({ makerId }) => makerId))
    const fromFile = filed.map((maker) => listedAs('file', maker, listings.get(maker.makerId)))
    const fromApi = [...listings.values()].flatMap(({ entry, ...listing }) =>
      entry === null || inFile.has(listing.makerId) ? [] : [listedAs('api', makerOf(entry), listing)],
    )
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
  listing: Omit<MakerListing, 'entry'> | undefined,
): ListedMaker => ({
  maker,
  origin,
  isSuspended: (listing?.suspendedAt ?? null) !== null,
  changed: listing ?? null,
})
