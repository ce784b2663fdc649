import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { TandemError } from '../tandem-error.ts'
import { secretDeriver } from './derive-secret.ts'
import type { SecretContext, WantedSecret } from './secret-source.ts'

/**
 * How far from the likely time a search goes, in milliseconds: two hours. A swap starts at most 70 minutes before its
 * escrow is created. The search tries every millisecond while the user waits, so it has to stop somewhere.
 */
const maxAwayMs = 7_200_000

/**
 * Searches for a secret by trying every millisecond as the start time of its swap, from the likely one outwards.
 *
 * @param maxMs how far from the likely time to search, in milliseconds.
 * @returns `undefined` when no start time between `fromMs` and `toMs` gives the secret.
 * @throws `CLOCK_SKEWED` when the order was made at a time that this device's clock has not reached, or when `fromMs`
 * and `toMs` are further away than the search goes.
 */
export async function searchSecret(
  root: Uint8Array,
  context: Pick<SecretContext, 'chainId' | 'owner'>,
  { commitmentHash, fromMs, toMs, nearMs = toMs }: WantedSecret,
  maxMs = maxAwayMs,
): Promise<{ secret: Hex; startedAtMs: number } | undefined> {
  const derive = secretDeriver(root, context)
  const wanted = hexToBytes(commitmentHash)
  const middle = Math.max(Math.min(nearMs, toMs), fromMs)
  const ownMs = Date.now()
  for (let away = 0; middle - away >= fromMs || middle + away <= toMs; away += 1) {
    if (away > maxMs || fromMs > ownMs)
      throw new TandemError(
        'CLOCK_SKEWED',
        `the clock of this device is at ${timeText(ownMs)}, and the order is of ${timeText(middle)}: set it right, and start again`,
      )
    for (const at of [middle - away, middle + away]) {
      if (at < fromMs || at > toMs) continue
      const secret = derive(at)
      if (sha256(secret).every((byte, index) => byte === wanted[index]))
        return { secret: bytesToHex(secret), startedAtMs: at }
      // Pauses now and then, so that the page stays responsive.
      if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
  return undefined
}

const timeText = (ms: number): string => new Date(ms).toISOString()
