import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { secretDeriver } from './derive-secret.ts'
import type { SecretContext, WantedSecret } from './secret-source.ts'

/** Searches for a secret by its start time: every millisecond, outwards from the likely one. */
export async function searchSecret(
  root: Uint8Array,
  context: Pick<SecretContext, 'chainId' | 'owner'>,
  { commitmentHash, fromMs, toMs, nearMs = toMs }: WantedSecret,
): Promise<{ secret: Hex; startedAtMs: number } | undefined> {
  const derive = secretDeriver(root, context)
  const wanted = hexToBytes(commitmentHash)
  for (const at of timesOf({ fromMs, toMs, nearMs })) {
    const secret = derive(at)
    if (isEqual(sha256(secret), wanted)) return { secret: bytesToHex(secret), startedAtMs: at }
    // The pause keeps a page responsive.
    if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return undefined
}

function* timesOf({ fromMs, toMs, nearMs }: { fromMs: number; toMs: number; nearMs: number }) {
  const middle = Math.max(Math.min(nearMs, toMs), fromMs)
  yield middle
  for (let away = 1; middle - away >= fromMs || middle + away <= toMs; away += 1) {
    if (middle - away >= fromMs) yield middle - away
    if (middle + away <= toMs) yield middle + away
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
