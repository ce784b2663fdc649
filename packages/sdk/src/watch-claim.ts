import type { Hex } from 'viem'
import type { ClaimProgress } from './evidence/read-evidence.ts'
import { sleep } from './sleep.ts'
import { TandemError } from './tandem-error.ts'

/** The facts and actions that {@link watchClaim} needs. */
export interface ClaimWatch {
  /** The destination in the newest block, or where it counts. */
  read: (isAtDepth: boolean) => Promise<ClaimProgress>
  /** Whether a claim, and an end without one, must stand where it counts. */
  untilDepth: boolean
  /** Claims by the recipient's own transaction. */
  claimByWallet: () => Promise<Hex | null>
  /** Whether the destination can no longer be claimed, by the application's clock. */
  isTimeUp: () => boolean
  /** With less seconds left than this the wallet claims; by default half of what is left at the first look. */
  patienceSecs?: number | undefined
  /** Asked after each look that shows no claim: `false` when the wallet need not wait for the relayer. */
  waitsOn?: (() => Promise<boolean>) | undefined
  pollMs: number
  /** Milliseconds between two looks while the claim only has to gain depth. */
  deepeningMs: number
  signal?: AbortSignal | undefined
}

/**
 * Watches the destination after the secret has left. A relayer that keeps the secret and does nothing could hand it to
 * the market maker, who would wait until the destination can be cancelled and then claim the source: so the recipient
 * claims by its own transaction while there is time. An endpoint, or a wallet, that fails for now ends no watch before, and
 * a claim that a reorganization takes back is watched for again.
 *
 * @returns the transaction that the recipient's wallet sent last, or `null` when it sent none.
 * @throws TandemError `ORDER_FINAL` when the destination went unclaimed.
 */
export async function watchClaim({
  read,
  untilDepth,
  claimByWallet,
  isTimeUp,
  patienceSecs,
  waitsOn = () => Promise.resolve(true),
  pollMs,
  deepeningMs,
  signal,
}: ClaimWatch): Promise<Hex | null> {
  let patience = patienceSecs
  let own: Hex | null = null
  for (;;) {
    let pauseMs = pollMs
    try {
      const latest = await read(false)
      if (latest.isClaimed || latest.isOver) {
        pauseMs = deepeningMs
        const { isClaimed, isClaimedAtDepth, isOver } = untilDepth ? await read(true) : latest
        if (isClaimed && (!untilDepth || isClaimedAtDepth !== false)) return own
        if (isOver) throw new TandemError('ORDER_FINAL', 'the destination went unclaimed')
      } else {
        patience ??= Math.floor(latest.secsLeft / 2)
        if (latest.secsLeft < patience || !(await waitsOn())) own = (await claimByWallet()) ?? own
      }
    } catch (error) {
      // An error that passes is no reason to lose the time that is left: the next look may succeed.
      if (!(error instanceof TandemError && error.retryable) || isTimeUp()) throw error
    }
    await sleep(pauseMs, signal)
  }
}
