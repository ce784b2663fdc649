import type { Fault } from './fault.ts'

const firstRestMs = 500
/**
 * The longest time that an endpoint may rest, in milliseconds, whatever its `Retry-After` says. A resting endpoint is
 * asked after all others, but it is still asked.
 */
const longestRestMs = 10_000
const wrongMs = 60_000
const lastResortMs = 5_000
const newestWeight = 0.2

/** How an endpoint has behaved lately. Times are in milliseconds. */
export interface Standing {
  readonly meanMs: number
  readonly failures: number
  readonly lastFault: Fault | undefined
  readonly askedLastUntil: number
}

export const newStanding: Standing = { meanMs: 0, failures: 0, lastFault: undefined, askedLastUntil: 0 }

export function withAnswer(standing: Standing, tookMs: number): Standing {
  const { meanMs } = standing
  return {
    ...standing,
    failures: 0,
    lastFault: undefined,
    meanMs: meanMs === 0 ? tookMs : meanMs + newestWeight * (tookMs - meanMs),
  }
}

/** Notes a failure. The rest doubles with each failure in a row. Lacking a block is not a failure. */
export function withFailure(standing: Standing, fault: Fault, tookMs: number, now: number): Standing {
  if (fault === 'absent') return standing
  const failures = standing.failures + 1
  const restMs = fault === 'wrong_data' ? wrongMs : Math.min(longestRestMs, firstRestMs * 2 ** (failures - 1))
  const slower = withAnswer(standing, Math.max(tookMs, standing.meanMs))
  return { ...slower, failures, lastFault: fault, askedLastUntil: Math.max(standing.askedLastUntil, now + restMs) }
}

export const withContradiction = (standing: Standing, now: number): Standing => ({
  ...standing,
  askedLastUntil: Math.max(standing.askedLastUntil, now + wrongMs),
})

/**
 * The order in which to ask the endpoints: those that rest come last, and quicker ones come before slower ones.
 * Response times within a factor of two count as equal.
 */
export function askingOrder(standings: readonly Standing[], now: number): number[] {
  const isBehind = ({ askedLastUntil }: Standing) => Number(now < askedLastUntil)
  const paceOf = ({ meanMs }: Standing) => Math.floor(Math.log2(Math.max(16, meanMs)))
  return standings
    .map((standing, index) => ({ standing, index }))
    .sort(
      (one, other) =>
        isBehind(one.standing) - isBehind(other.standing) ||
        paceOf(one.standing) - paceOf(other.standing) ||
        one.index - other.index,
    )
    .map(({ index }) => index)
}

/**
 * How long to wait until an endpoint should be asked again, in milliseconds. Zero while at least one endpoint does not
 * rest.
 */
export function restMsOf(standings: readonly Standing[], now: number): number {
  const rests = standings.map(({ failures, askedLastUntil }) => (failures > 0 ? askedLastUntil - now : 0))
  return Math.min(lastResortMs, Math.max(0, Math.min(...rests)))
}
