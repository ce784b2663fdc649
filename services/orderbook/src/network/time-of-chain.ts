import { AppError } from '@tandem/service-kit'
import type { Clock } from '../ports.ts'
import type { ChainReadings } from './ports.ts'

export type ChainLimits = {
  /** Quotes and orders are refused when the chain was last read longer ago than this. Zero means no limit. */
  readonly maxStaleSecs: number
  readonly maxAheadSecs: number
}

/** The time from which a chain's deadlines are counted, in unix seconds. */
export type TimeOfChain = (chain: string) => Promise<number>

/**
 * The later one of the chain's time and this machine's time, which is the safe start for deadlines.
 * @throws CHAIN_UNAVAILABLE
 */
export function makeTimeOfChain(deps: { readings: ChainReadings; limits: ChainLimits; now: Clock }): TimeOfChain {
  const { maxStaleSecs, maxAheadSecs } = deps.limits
  return async (chain) => {
    const reading = await deps.readings.reading(chain)
    const nowMs = deps.now()
    const ageMs = reading?.readAtMs === undefined ? undefined : nowMs - reading.readAtMs
    if (maxStaleSecs > 0 && (ageMs === undefined || ageMs > maxStaleSecs * 1000)) {
      const since = ageMs === undefined ? 'never' : `${Math.floor(ageMs / 1000)} s ago`
      throw new AppError(
        'CHAIN_UNAVAILABLE',
        `${chain} was read up to its head ${since}; nothing is traded on it now.`,
        {
          details: {
            chain,
            read_at: reading?.readAtMs === undefined ? null : new Date(reading.readAtMs).toISOString(),
          },
        },
      )
    }
    const now = Math.floor(nowMs / 1000)
    const headTime = reading?.headTime ?? 0
    if (headTime - now > maxAheadSecs) {
      throw new AppError('CHAIN_UNAVAILABLE', `The time of ${chain} is ${headTime - now} s ahead of ours.`, {
        details: { chain, head_time: headTime },
      })
    }
    return Math.max(now, headTime)
  }
}
