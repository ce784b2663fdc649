import type { Fault } from './fault.ts'

const firstRestMs = 500
/** An endpoint may ask to be left alone for an hour: as long as the chain has others, it is asked last and not never. */
const longestRestMs = 10_000
/** For so long an endpoint that was wrong is asked after the others. */
const wrongMs = 60_000
/** The only endpoint of a chain is asked again after this. */
const lastResortMs = 5_000
/** The weight of the newest answer time in the moving mean. */
const newestWeight = 0.2

/** How one endpoint has answered so far. Milliseconds. */
export interface Standing {
  /** Moving mean of its answer time. */
  readonly meanMs: number
  /** Failures in a row. */
  readonly failures: number
  readonly lastFault: Fault | undefined
  /** It is asked after the others until then. */
  readonly behindUntil: number
}

export const newStanding: Standing = { meanMs: 0, failures: 0, lastFault: undefined, behindUntil: 0 }

/** It answered in `tookMs`. */
export function withAnswer(standing: Standing, tookMs: number): Standing {
  const { meanMs } = standing
  return {
    ...standing,
    failures: 0,
    lastFault: undefined,
    meanMs: meanMs === 0 ? tookMs : meanMs + newestWeight * (tookMs - meanMs),
  }
}

/** It failed: it rests, twice as long after each failure in a row. A block that it lacks is no failure. */
export function withFailure(standing: Standing, fault: Fault, tookMs: number, now: number): Standing {
  if (fault === 'absent') return standing
  const failures = standing.failures + 1
  const restMs = fault === 'wrong_data' ? wrongMs : Math.min(longestRestMs, firstRestMs * 2 ** (failures - 1))
  const slower = withAnswer(standing, Math.max(tookMs, standing.meanMs))
  return { ...slower, failures, lastFault: fault, behindUntil: Math.max(standing.behindUntil, now + restMs) }
}

/** A majority said something else. */
export const withContradiction = (standing: Standing, now: number): Standing => ({
  ...standing,
  behindUntil: Math.max(standing.behindUntil, now + wrongMs),
})

/**
 * The order in which endpoints are asked: those that are well first, of these the quicker ones; answer times that differ by
 * less than twice count as the same, and then the configured order decides. Pure.
 */
export function askingOrder(standings: readonly Standing[], now: number): number[] {
  const isBehind = ({ behindUntil }: Standing) => Number(now < behindUntil)
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

/** How long until any endpoint should be asked again; 0 while one is well. Pure. */
export function restMsOf(standings: readonly Standing[], now: number): number {
  const rests = standings.map(({ failures, behindUntil }) => (failures > 0 ? behindUntil - now : 0))
  return Math.min(lastResortMs, Math.max(0, Math.min(...rests)))
}
