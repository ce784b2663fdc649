import type { Logger } from '@tandem/service-kit'
import type { SolverChain } from '../chain/chain.ts'
import { type Head, readWitnessedTime, type WitnessedTime } from '../chain/read-witnessed-time.ts'

/**
 * Whether a chain's other endpoints showed a newer time: `witnessed`: two of them did; `unwitnessed`: a single one did;
 * `none`: none did, so that the chain itself has had no block.
 */
export type ClockOutcome = 'witnessed' | 'unwitnessed' | 'none'

export interface NewerClockDeps {
  logger: Pick<Logger, 'warn'>
  /** Told of every comparison. */
  observeClock: (chain: string, outcome: ClockOutcome) => void
  /** Unix milliseconds. */
  now: () => number
}

/** Compares a chain's endpoints. @returns the newer time, and for people why a block is old; never throws. */
export type NewerClock = (
  chain: Pick<SolverChain, 'config' | 'endpoints'>,
  known: Head,
) => Promise<{ time: number | undefined; reason: string }>

/** Orders are looked at with every block: the log says it once in so long for each chain. */
const saidMs = 60_000

export function makeNewerClock({ logger, observeClock, now }: NewerClockDeps): NewerClock {
  const saidAt = new Map<string, number>()
  return async ({ config: { chain }, endpoints }, known) => {
    const compared = await readWitnessedTime(endpoints, known)
    const outcome = outcomeOf(compared)
    const reason = reasonOf(compared, outcome)
    observeClock(chain, outcome)
    if (now() - (saidAt.get(chain) ?? Number.NEGATIVE_INFINITY) >= saidMs) {
      saidAt.set(chain, now())
      const behind = compared.behind.map(({ endpoint, blocks }) => ({ endpoint, blocks: String(blocks) }))
      logger.warn('clock.old_block', { chain, outcome, reason, block: String(known.number), behind })
    }
    return { time: compared.time, reason }
  }
}

function outcomeOf({ time, newest }: WitnessedTime): ClockOutcome {
  if (time !== undefined) return 'witnessed'
  return newest === undefined ? 'none' : 'unwitnessed'
}

function reasonOf({ newest, behind }: WitnessedTime, outcome: ClockOutcome): string {
  if (newest === undefined) return 'no endpoint shows a newer block'
  const lacking = behind.map(({ endpoint, blocks }) => `${endpoint} is ${blocks} blocks behind ${newest.endpoint}`)
  const told = lacking.length === 0 ? `${newest.endpoint} has gone on` : lacking.join(', ')
  return outcome === 'witnessed' ? told : `${told}, and no second endpoint bears it out`
}
