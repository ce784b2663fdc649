import type { Hex } from 'viem'
import { sleep } from './sleep.ts'
import { TandemError } from './tandem-error.ts'

/** The facts and actions that {@link watchClaim} needs. */
export interface ClaimWatch {
  /** Whether the chain shows that the destination is claimed, and how many seconds are left to claim it. */
  read: () => Promise<{ isClaimed: boolean; secsLeft: number }>
  /** Claims by the recipient's own transaction. */
  claimByWallet: () => Promise<Hex | null>
  /** With less seconds left than this the wallet does not wait for the relayer any longer. */
  patienceSecs: number
  /** Asked after each look that shows no claim: `false` when the wallet need not wait for the relayer. */
  waitsOn?: (() => Promise<boolean>) | undefined
  pollMs: number
  signal?: AbortSignal | undefined
}

/**
 * Watches the destination after the secret has left. A relayer that keeps the secret and does nothing could hand it to
 * the market maker, who would wait until the destination can be cancelled and then claim the source: so the recipient
 * claims by its own transaction while there is time.
 *
 * @returns the recipient's own transaction, or `null` when the relayer claimed.
 */
export async function watchClaim({
  read,
  claimByWallet,
  patienceSecs,
  waitsOn = () => Promise.resolve(true),
  pollMs,
  signal,
}: ClaimWatch): Promise<Hex | null> {
  for (;;) {
    // An endpoint that does not answer is no reason to lose the time that is left: the next look may succeed.
    const seen = await read().catch((error: unknown) => {
      if (error instanceof TandemError && error.retryable) return undefined
      throw error
    })
    if (seen?.isClaimed === true) return null
    if (seen !== undefined && (seen.secsLeft < patienceSecs || !(await waitsOn()))) return claimByWallet()
    await sleep(pollMs, signal)
  }
}
