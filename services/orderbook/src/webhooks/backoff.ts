const minute = 60
const hour = 60 * minute

/** 27 hours in all, dense where an outage usually ends. */
export const retryDelaysSecs: readonly number[] = [
  ...[5, 30, 2 * minute, 5 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour, 11 * hour],
]

/** Seconds; null when it is given up. */
export function retryDelay(tries: number): number | null {
  return retryDelaysSecs[tries - 1] ?? null
}
