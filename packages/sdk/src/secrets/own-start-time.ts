/** The start time that was given last, unix milliseconds. */
let last = 0

/**
 * A start time for a swap that no other swap of this process has. The SDK derives a swap's secret from its start time. An
 * orderbook may answer two quotes in the same millisecond: with one start time, both swaps would have the same secret, and
 * claiming one of them would reveal the secret of the other.
 *
 * @param now unix milliseconds. A clock that was set back starts anew, because a secret is searched for near its time.
 */
export function ownStartTime(now: number = Date.now()): number {
  const isTaken = last >= now && last < now + 1_000
  last = isTaken ? last + 1 : now
  return last
}
