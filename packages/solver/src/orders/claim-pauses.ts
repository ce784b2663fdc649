/** How long a source is left alone whose claim was mined and reverted: each time twice as long. */
export interface ClaimPauses {
  /** Notes that a claim of this source was mined and reverted. */
  noteReverted(vault: string): void
  isPaused(vault: string): boolean
}

const firstPauseMs = 30_000

/**
 * A claim that can be simulated may revert all the same, and each costs gas. None is given up for good: the reason may pass. With
 * pauses that double there are about twelve attempts in a day.
 *
 * @param now unix milliseconds.
 */
export function makeClaimPauses(now: () => number): ClaimPauses {
  const pauses = new Map<string, { until: number; pauseMs: number }>()
  return {
    noteReverted(vault) {
      const pauseMs = (pauses.get(vault)?.pauseMs ?? firstPauseMs / 2) * 2
      pauses.set(vault, { until: now() + pauseMs, pauseMs })
    },
    isPaused: (vault) => now() < (pauses.get(vault)?.until ?? Number.NEGATIVE_INFINITY),
  }
}
