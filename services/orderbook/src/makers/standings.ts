import { type MakerFact, makerRecord } from '@tandem/contracts'
import { ttlCache } from '@tandem/service-kit'
import type { Clock } from '../usecases/ports.ts'
import type { Standing, Standings } from './ports.ts'

export type MakerFacts = {
  readonly facts: readonly MakerFact[]
  /** The time of each chain up to which its facts stand at depth, unix seconds. */
  readonly countedTo: Readonly<Record<string, number>>
}

export interface MakerFactReader {
  /** The newest thousand of the last 30 days, newest first. */
  ofMaker(makerId: string): Promise<MakerFacts>
}

/** A bench lasts minutes: a standing may be some seconds old. */
const keptMs = 5_000

const unknown: Standing = { strikes: 0, fills: 0, fades: 0, benchedUntil: null }

/** Standings from the facts. While they cannot be read, makers count as new ones rather than delay a quote. */
export function makeStandings(deps: {
  facts: MakerFactReader
  now: Clock
  onError: (error: unknown) => void
}): Standings {
  const known = new Map<string, Standing>()
  const read = ttlCache(keptMs, async (makerId: string) => {
    const { facts, countedTo } = await deps.facts.ofMaker(makerId)
    const { strikes, fills, fades, benchedUntil } = makerRecord(facts, { countedTo, at: Math.floor(deps.now() / 1000) })
    known.set(makerId, { strikes, fills, fades, benchedUntil })
  })
  return {
    async of(makerId) {
      // Only the first reading is waited for: later ones are a few seconds late, and delay no caller.
      const reading = read(makerId).catch(deps.onError)
      if (!known.has(makerId)) await reading
      return known.get(makerId) ?? unknown
    },
  }
}
