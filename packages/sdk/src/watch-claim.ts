import type { Hex } from 'viem'
import { sleep } from './sleep.ts'
import { TandemError } from './tandem-error.ts'

/** The facts and actions that {@link watchClaim} needs. */
export interface ClaimWatch {
  /** Whether the chain shows that the destination is claimed, and how many seconds are left to claim it. */
  read: () => Promise<{ isClaimed: boolean; secsLeft: number }>
  /** Claims by the recipient's own transaction. */
  claimByWallet: () => Promise<Hex | null>
  /** Whether the destination can no longer be claimed, by the application's clock. */
  isOver: () => boolean
  /** With less seconds left than this the wallet claims; by default half of what is left at the first look. */
  patienceSecs?: number | undefined
  /** Asked after each look that shows no claim: `false` when the wallet need not wait for the relayer. */
  waitsOn?: (() => Promise<boolean>) | undefined
  pollMs: number
  signal?: AbortSignal | undefined
}

/**
 * Watches the destination after the secret has left. A relayer that keeps the secret and does nothing could hand it to
 * the market maker, who would wait until the destination can be cancelled and then claim the source: so the recipient
 * claims by its own transaction while there is time. An endpoint, or a wallet, that fails for now ends no watch before.
 *
 * @returns the recipient's own transaction, or `null` when the relayer claimed.
 */
export async function watchClaim({
  read,
  claimByWallet,
  isOver,
  patienceSecs,
  waitsOn = () => Promise.resolve(true),
  pollMs,
  signal,
}: ClaimWatch): Promise<Hex | null> {
  let patience = patienceSecs
  for (;;) {
    try {
      const { isClaimed, secsLeft } = await read()
      if (isClaimed) return null
      patience ??= Math.floor(secsLeft / 2)
      if (secsLeft < patience || !(await waitsOn())) return await claimByWallet()
    } catch (error) {
      // An error that passes is no reason to lose the time that is left: the next look may succeed.
      if (!(error instanceof TandemError && error.retryable) || isOver()) throw error
    }
    await sleep(pollMs, signal)
  }
}
