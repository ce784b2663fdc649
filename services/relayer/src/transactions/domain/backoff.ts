const longestMs = 60_000
const longestBlockedMs = 30_000
const longestPatientMs = 1_800_000

/**
 * How long work waits that cannot go on: a block first, then twice as long each time. A claim's user waits for it, so it is
 * looked at every minute; a keeper's job every half an hour.
 *
 * @param times how often it was found so before.
 * @returns milliseconds.
 */
export function backoffMs(times: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): number {
  return Math.min(Math.max(firstMs, mostMs), firstMs * 2 ** Math.min(times, 20))
}

/**
 * How long a claim waits that the chain does not let through now, such as one whose payout is blocked: an eighth of the time
 * that it has waited, but at least a block and at most half a minute.
 *
 * @returns milliseconds.
 */
export const blockedDelayMs = (waitedMs: number, blockTimeMs: number): number =>
  Math.max(blockTimeMs, Math.min(longestBlockedMs, waitedMs / 8))

/** How long work waits whose simulation reverts. @param reverts how often it has before. @returns milliseconds. */
export const revertDelayMs = (reverts: number, o: { blockTimeMs: number; isPatient: boolean }): number =>
  backoffMs(
    reverts,
    o.isPatient ? { firstMs: 4_000, mostMs: longestPatientMs } : { firstMs: o.blockTimeMs, mostMs: longestMs },
  )
