import { makerRecord } from '@tandem/contracts'
import { ttlCache } from '@tandem/service-kit'
import type { Clock } from '../usecases/ports.ts'
import type { MakerFactReader, MakerFacts, MakerFaults, Standing, Standings } from './ports.ts'

/** A fade benches for minutes, so its facts may be seconds old. */
const factsKeptMs = 5_000
const faultsKeptMs = 1_000

const unknownStanding: Standing = {
  ...{ strikes: 0, fills: 0, fades: 0, refused: 0, asked: 0 },
  benchedUntil: null,
}

/** The last known standing counts during an outage. */
export function makeStandings(deps: {
  facts: MakerFactReader
  faults: MakerFaults
  now: Clock
  onError: (error: unknown) => void
}): Standings {
  const known = new Map<string, Standing>()
  const lastFacts = new Map<string, MakerFacts>()
  const charged = new Set<string>()
  const readFacts = ttlCache(factsKeptMs, async (makerId: string) => {
    const facts = await deps.facts.ofMaker(makerId)
    lastFacts.set(makerId, facts)
    return facts
  })

  /** Only the first reading is waited for: later ones delay no quote. */
  async function factsOf(makerId: string): Promise<MakerFacts> {
    const last = lastFacts.get(makerId)
    const reading = readFacts(makerId)
    if (last === undefined) return reading
    reading.catch(deps.onError)
    return last
  }

  const read = ttlCache(faultsKeptMs, async (makerId: string) => {
    const [{ facts, countedTo, accepted }, faults] = await Promise.all([factsOf(makerId), deps.faults.ofMaker(makerId)])
    const record = makerRecord(facts, faults, { countedTo, at: Math.floor(deps.now() / 1000) })
    const { strikes, fills, fades, refused, benchedUntil } = record
    known.set(makerId, { strikes, fills, fades, refused, asked: refused + accepted, benchedUntil })
  })

  return {
    async of(makerId) {
      await read(makerId, charged.delete(makerId) ? 0 : undefined).catch(deps.onError)
      return known.get(makerId) ?? unknownStanding
    },
    async charge(fault) {
      await deps.faults.store(fault, new Date(deps.now())).catch(deps.onError)
      charged.add(fault.makerId)
    },
  }
}
