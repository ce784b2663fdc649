const longestMs = 60_000
const longestBlockedMs = 30_000
const longestPatientMs = 1_800_000

/**
 * The delay after a number of failures. It doubles from `firstMs` up to `maxMs`: up to a minute for a claim, half an hour for a
 * keeper's job.
 * @returns milliseconds.
 */
export function backoffMs(times: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return Math.min(Math.max(firstMs, maxMs), firstMs * 2 ** Math.min(times, 20))
}

/**
 * The delay of a request whose check says to wait, in milliseconds: an eighth of the time that it has waited, between a block and
 * half a minute.
 */
export const blockedDelayMs = (waitedMs: number, blockTimeMs: number): number =>
  Math.max(blockTimeMs, Math.min(longestBlockedMs, waitedMs / 8))

/**
 * The delay after a simulation that reverted.
 * @param reverts how many simulations have reverted.
 * @returns milliseconds.
 */
export const revertDelayMs = (reverts: number, o: { blockTimeMs: number; isPatient: boolean }): number =>
  backoffMs(
    reverts,
    o.isPatient ? { firstMs: 4_000, maxMs: longestPatientMs } : { firstMs: o.blockTimeMs, maxMs: longestMs },
  )
