/** The start time that was given last, unix milliseconds. */
let last = 0

/**
 * A start time for a swap that no other swap of this process has. A secret is derived from it, and two quotes that are
 * answered in the same millisecond must not give one hash to two swaps: the first claim would open the second one, too.
 *
 * @param now unix milliseconds. A clock that was set back starts anew, because a secret is searched for near its time.
 */
export function ownStartTime(now: number = Date.now()): number {
  const isTaken = last >= now && last < now + 1_000
  last = isTaken ? last + 1 : now
  return last
}
