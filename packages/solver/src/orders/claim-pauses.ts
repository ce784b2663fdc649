export interface ClaimPauses {
  noteReverted(vault: string): void
  isPaused(vault: string): boolean
}

const firstPauseMs = 30_000

/**
 * Pauses the claims of an order after one that reverted. A claim can revert after a good simulation, and costs gas all
 * the same. With doubling pauses there are about twelve attempts a day. `rate-limiter-flexible` counts in windows of
 * one length, and a library that retries would keep the order's turn.
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
