/** Unix milliseconds. */
let last = 0

/**
 * Unique in this process: secrets derive from it, and two swaps with one start time would share a secret.
 * @param now unix milliseconds; a clock that was set back starts anew.
 */
export function ownStartTime(now: number = Date.now()): number {
  const isTaken = last >= now && last < now + 1_000
  last = isTaken ? last + 1 : now
  return last
}
