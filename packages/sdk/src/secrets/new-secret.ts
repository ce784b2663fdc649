import { bytesToHex, type Hex } from 'viem'

/** Never for two orders; never logged. */
export const newSecret = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))

/** Unix milliseconds. */
let last = 0

/** Two swaps with one start time would share a secret. */
export function ownStartTime(now: number = Date.now()): number {
  const isTaken = last >= now && last < now + 1_000
  last = isTaken ? last + 1 : now
  return last
}
