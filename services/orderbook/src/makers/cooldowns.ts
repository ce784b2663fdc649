import { ttlCache } from '@tandem/service-kit'
import type { Clock } from '../ports.ts'
import { cooldownUntil } from './domain/cooldown.ts'
import type { MakerEvents, Refusal } from './ports.ts'

/** How late a replica may learn of a failure that another replica has seen. */
const keptMs = 1_000

export interface Cooldowns {
  /**
   * Unix seconds until which each maker is asked for no quotes; a maker that never failed has none. During an outage of
   * the database the last known cooldowns count. On the wire this is `benched_until`.
   */
  read(): Promise<ReadonlyMap<string, number>>
  /**
   * Records that a maker did not accept the order of a quote that it had won. This replica asks it for no quotes from now
   * on.
   */
  refused(refusal: Refusal): Promise<void>
}

export function makeCooldowns(deps: {
  events: MakerEvents
  makerIds: () => readonly string[]
  now: Clock
  onError: (error: unknown) => void
}): Cooldowns {
  let known: ReadonlyMap<string, number> = new Map()
  let oldestMs: number | undefined
  const readAll = ttlCache(keptMs, async (_all: 'all') => {
    const found = await deps.events.recent(deps.makerIds())
    known = new Map([...found].map(([makerId, events]) => [makerId, cooldownUntil(events)]))
  })

  return {
    async read() {
      const reading = readAll('all', oldestMs)
      oldestMs = undefined
      await reading.catch(deps.onError)
      return known
    },
    async refused(refusal) {
      await deps.events.storeRefusal(refusal, new Date(deps.now())).catch(deps.onError)
      oldestMs = 0
    },
  }
}
