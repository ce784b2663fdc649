const minute = 60
const hour = 60 * minute

/** The delays before each retry, 27 hours in all. They are short at first, because most outages are short. */
export const retryDelaysSecs: readonly number[] = [
  ...[5, 30, 2 * minute, 5 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour, 11 * hour],
]

/**
 * The delay before the next attempt in seconds. Null when the delivery is given up. Until then the delivery's row waits in
 * the queue (db/delivery-queue.ts), by its `next_attempt_at`. A webhook that keeps failing also rests as a whole
 * (domain/circuit-breaker.ts).
 */
export function retryDelay(tries: number): number | null {
  return retryDelaysSecs[tries - 1] ?? null
}
