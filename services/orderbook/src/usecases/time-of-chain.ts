import { AppError } from '@tandem/service-kit'
import type { ChainReadings, Clock } from './ports.ts'

export type ChainLimits = {
  /** A chain that was last read so long ago takes no quotes and no orders. 0: any age will do. */
  readonly maxStaleSecs: number
  /** Nor does one whose latest block is so far ahead of this process's clock. */
  readonly maxAheadSecs: number
}

/** Unix seconds that deadlines on this chain are counted from. */
export type TimeOfChain = (chain: string) => Promise<number>

/**
 * The time of a chain that is fit to trade on. A quiet chain's latest block may be old, and a devnet's clock may run ahead:
 * the later of its time and this process's own is safe, because deadlines are counted from it.
 *
 * @throws CHAIN_UNAVAILABLE when the chain was not read lately, or its time is out of bounds.
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
