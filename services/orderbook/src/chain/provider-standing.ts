import type { Header, Provider } from './provider.ts'
import type { ErrorClass, ProviderError } from './provider-error.ts'

const firstPauseMs = 500
const longestPauseMs = 60_000
/** However long the only endpoints left ask to rest, one is asked again after this. */
const lastResortMs = 5_000

/** An endpoint, and how it has answered so far. */
export interface Standing {
  readonly provider: Provider
  isVerified: boolean
  /** `undefined` until it was asked. */
  isWell: boolean | undefined
  isSurveyed: boolean
  failures: number
  lastClass: ErrorClass | undefined
  lastFailureAt: number
  notBefore: number
  /** The head it named last. */
  head: bigint
  /** The head it named a survey ago. */
  earlierHead: bigint
}

export const newStanding = (provider: Provider): Standing => ({
  provider,
  isVerified: false,
  isWell: undefined,
  isSurveyed: false,
  failures: 0,
  lastClass: undefined,
  lastFailureAt: 0,
  notBefore: 0,
  head: 0n,
  earlierHead: 0n,
})

export const isRested = ({ notBefore }: Standing, now: number): boolean => notBefore <= now

/** The endpoint that is asked next; undefined when each was tried. `now` in unix milliseconds. */
export function choose(
  standings: readonly Standing[],
  tried: ReadonlySet<Standing>,
  now: number,
): Standing | undefined {
  const rested = standings.filter((one) => isRested(one, now) && !tried.has(one))
  const well = rested.filter(({ isWell }) => isWell !== false)
  const first = well[0] ?? rested[0]
  if (first === undefined) {
    return tried.size > 0 ? undefined : standings.toSorted((a, b) => a.notBefore - b.notBefore)[0]
  }
  // An endpoint that does not have a block which another had a survey ago is not only a moment behind.
  const ahead = well.toSorted((a, b) => Number(b.earlierHead - a.earlierHead))[0]
  return ahead !== undefined && ahead.earlierHead > first.head ? ahead : first
}

/** How long until an endpoint is asked again. `now` in unix milliseconds. */
export function restOf(standings: readonly Standing[], now: number): number {
  const soonest = standings.toSorted((a, b) => a.notBefore - b.notBefore)[0]
  if (soonest === undefined || soonest.lastClass === 'behind') return 0
  return Math.min(lastResortMs, Math.max(0, soonest.notBefore - now))
}

/** Rests an endpoint for a while, twice as long after each failure. `now` in unix milliseconds. */
export function noteFailure(standing: Standing, error: ProviderError, now: number): void {
  standing.failures += 1
  standing.lastClass = error.class
  standing.lastFailureAt = now
  standing.isWell = false
  // The head that the endpoint named may be as wrong.
  standing.head = 0n
  standing.earlierHead = 0n
  const pause = Math.max(error.retryAfterMs ?? 0, firstPauseMs * 2 ** (standing.failures - 1))
  standing.notBefore = now + Math.min(longestPauseMs, pause)
}

/** It answered: failures of long ago count no more. `now` in unix milliseconds. */
export function noteAnswer(standing: Standing, now: number): void {
  standing.isWell = true
  if (now - standing.lastFailureAt > longestPauseMs) standing.failures = 0
}

/** The provider, of which each head that it names is noted. */
export const withHeadNoted = (standing: Standing): Provider => ({
  ...standing.provider,
  async head(): Promise<Header> {
    const head = await standing.provider.head()
    standing.head = head.number
    // An endpoint in use is not surveyed: a head that it named before must not keep it in use after it names a lower one.
    if (head.number < standing.earlierHead) standing.earlierHead = head.number
    return head
  },
})
