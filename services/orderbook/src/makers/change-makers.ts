import type { MakerEntryWire, Network } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Clock } from '../usecases/ports.ts'
import type { ListedMaker, MakerRegistry } from './maker-registry.ts'
import { entryProblems, mostMakers } from './makers-file.ts'
import type { MakerListings } from './ports.ts'

export type MakerChange = 'approved' | 'replaced' | 'suspended' | 'resumed'

export interface ChangeMakersDeps {
  listings: MakerListings
  registry: Pick<MakerRegistry, 'all' | 'forget'>
  network: Network
  /** Undefined for a good URL. */
  endpointProblem: (url: URL) => string | undefined
  /** Once, after it is stored. */
  onChanged: (change: MakerChange, makerId: string, by: string) => void
  now: Clock
}

/** `by` is the mark of the admin key. */
export interface ChangeMakers {
  /**
   * Lists a maker, or replaces the entry of the same name and signing key; a suspended one stays so.
   * @throws AppError INVALID_REQUEST, MAKER_EXISTS.
   */
  approve(entry: MakerEntryWire, by: string): Promise<{ listed: ListedMaker; isNew: boolean }>
  /** @throws AppError MAKER_NOT_FOUND. */
  suspend(makerId: string, by: string): Promise<ListedMaker>
  /** @throws AppError MAKER_NOT_FOUND. */
  resume(makerId: string, by: string): Promise<ListedMaker>
}

export function makeChangeMakers(deps: ChangeMakersDeps): ChangeMakers {
  const { listings, registry, now } = deps

  async function find(makerId: string): Promise<ListedMaker> {
    const found = (await registry.all()).find(({ maker }) => maker.makerId === makerId)
    if (found === undefined) throw new AppError('MAKER_NOT_FOUND', 'No maker has this name.')
    return found
  }

  async function store(change: MakerChange, makerId: string, by: string, isNew: boolean): Promise<ListedMaker> {
    registry.forget()
    if (isNew) deps.onChanged(change, makerId, by)
    return find(makerId)
  }

  return {
    async approve(entry, by) {
      const problems = entryProblems(entry, deps)
      if (problems.length > 0) throw new AppError('INVALID_REQUEST', problems.join('; '))
      registry.forget()
      const listed = await registry.all()
      const change = { at: new Date(now()), by }
      refuseTaken(listed, entry)
      // Also an entry whose secret no key opens.
      if (await listings.replace(entry, change))
        return { listed: await store('replaced', entry.maker_id, by, true), isNew: false }
      if (listed.length >= mostMakers)
        throw new AppError('INVALID_REQUEST', `${mostMakers} makers are listed, and no more can be asked for a quote.`)
      await listings.insert(entry, change)
      return { listed: await store('approved', entry.maker_id, by, true), isNew: true }
    },
    async suspend(makerId, by) {
      await find(makerId)
      return store('suspended', makerId, by, await listings.suspend(makerId, { at: new Date(now()), by }))
    },
    async resume(makerId, by) {
      await find(makerId)
      return store('resumed', makerId, by, await listings.resume(makerId, { at: new Date(now()), by }))
    },
  }
}

/** @throws AppError MAKER_EXISTS when the file, or another maker, has the name or key. */
function refuseTaken(listed: readonly ListedMaker[], { maker_id: makerId, signer }: MakerEntryWire): void {
  for (const { maker, origin } of listed) {
    const hasName = maker.makerId === makerId
    const hasKey = maker.signer.toLowerCase() === signer.toLowerCase()
    if (!hasName && !hasKey) continue
    if (!hasName || !hasKey || origin === 'file')
      throw new AppError('MAKER_EXISTS', 'A maker with this name or this signing key is listed already.')
  }
}
