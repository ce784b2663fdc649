import { bytesToHex, type Hex } from 'viem'

/**
 * Makes a random secret of 32 bytes. Never use a secret for two orders, and never log it.
 * @example
 * const secret = newSecret()
 */
export const newSecret = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))

/** The start time that was given last, in unix milliseconds. */
let last = 0

/**
 * The start time for a new swap, in unix milliseconds. No two swaps of a process get the same time, because secrets are
 * derived from it.
 */
export function ownStartTime(now: number = Date.now()): number {
  const isTaken = last >= now && last < now + 1_000
  last = isTaken ? last + 1 : now
  return last
}
