import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { TandemError } from '../tandem-error.ts'
import { secretDeriver } from './derive-secret.ts'
import type { SecretContext, WantedSecret } from './secret-source.ts'

/**
 * How many milliseconds away from the likely time a search goes: two hours of them. The start of a swap lies at most 70
 * minutes from its escrow, and each try is a hash that the user waits for.
 */
const maxAwayMs = 7_200_000

/**
 * Searches for a secret by its start time: every millisecond, outwards from the likely one.
 * @throws `CLOCK_SKEWED` where the order is of a time that this device has not reached, or where the times are further
 * apart than a search goes.
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
      // The pause keeps a page responsive.
      if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
  return undefined
}

const timeText = (ms: number): string => new Date(ms).toISOString()
