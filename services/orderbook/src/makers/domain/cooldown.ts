/** How an order ended that a maker had won: the maker paid in time, did not pay in time, or did not accept the order. */
export type MakerEvent = {
  readonly kind: 'filled' | 'faded' | 'refused'
  /** When the order ended so, in unix seconds. */
  readonly at: number
}

const firstCooldownSecs = 60
const longestCooldownSecs = 86_400

/**
 * Until when a maker is asked for no quotes, in unix seconds. Zero for a maker that never failed.
 *
 * Its first failure costs a minute, and each further one twice the time of the one before, up to a day. A fill ends the
 * count: the next failure costs a minute again, and a cooldown that has begun goes on to its end. A
 * failure during a cooldown adds nothing, because the maker had won that quote before.
 */
export function cooldownUntil(events: readonly MakerEvent[]): number {
  let failures = 0
  let until = 0
  for (const { kind, at } of events.toSorted((one, other) => one.at - other.at)) {
    if (kind === 'filled') failures = 0
    else if (at >= until) {
      until = at + Math.min(longestCooldownSecs, firstCooldownSecs * 2 ** failures)
      failures += 1
    }
  }
  return until
}
