import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { TandemError } from '../tandem-error.ts'
import { secretDeriver } from './derive-secret.ts'
import type { SecretContext, WantedSecret } from './secret-source.ts'

/**
 * How many milliseconds a search tries before it gives up: two hours of them. The start of a swap lies at most 70 minutes
 * around its escrow, and each try is a hash that the user waits for.
 */
const mostTries = 7_200_000

/**
 * Searches for a secret by its start time: every millisecond, outwards from the likely one.
 * @throws `CLOCK_SKEWED` where the order is of a time that this device has not reached, or where the times are further
 * apart than a search goes.
 */
export async function searchSecret(
  root: Uint8Array,
  context: Pick<SecretContext, 'chainId' | 'owner'>,
  { commitmentHash, fromMs, toMs, nearMs = toMs }: WantedSecret,
  { most = mostTries }: { most?: number } = {},
): Promise<{ secret: Hex; startedAtMs: number } | undefined> {
  const ownMs = Date.now()
  if (fromMs > ownMs) throw skewed(`cannot have begun before ${timeText(fromMs)}`, { fromMs, ownMs })
  const derive = secretDeriver(root, context)
  const wanted = hexToBytes(commitmentHash)
  let tries = 0
  for (const at of timesOf({ fromMs, toMs, nearMs })) {
    if (tries === most) throw skewed(`did not begin near ${timeText(nearMs)}`, { fromMs, ownMs })
    tries += 1
    const secret = derive(at)
    if (isEqual(sha256(secret), wanted)) return { secret: bytesToHex(secret), startedAtMs: at }
    // The pause keeps a page responsive.
    if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return undefined
}

const timeText = (ms: number): string => new Date(ms).toISOString()

const skewed = (says: string, { fromMs, ownMs }: { fromMs: number; ownMs: number }): TandemError =>
  new TandemError(
    'CLOCK_SKEWED',
    `by the clock of its chain or of the orderbook the swap ${says}, and this device's clock says ${timeText(ownMs)}: set it right, and search again`,
    { details: { order_time: Math.floor(fromMs / 1000), own_time: Math.floor(ownMs / 1000) } },
  )

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
