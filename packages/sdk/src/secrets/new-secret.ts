import { bytesToHex, type Hex } from 'viem'

/** A random secret. Never use one for two orders, and never log it. */
export const newSecret = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))

/** The last start time, in unix milliseconds. */
let last = 0

/** A start time that no other swap of this process has, because two swaps with the same one would share a secret. */
export function ownStartTime(now: number = Date.now()): number {
  const isTaken = last >= now && last < now + 1_000
  last = isTaken ? last + 1 : now
  return last
}
