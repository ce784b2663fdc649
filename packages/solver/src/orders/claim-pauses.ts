export interface ClaimPauses {
  noteReverted(vault: string): void
  isPaused(vault: string): boolean
}

const firstPauseMs = 30_000

/**
 * Pauses the claims of an order after a claim that reverted. A claim can revert after a successful simulation, and its
 * gas is paid all the same. Because the pauses double, there are about twelve attempts a day. `rate-limiter-flexible`
 * has windows of one fixed length, and a library that retries would block other work on the order meanwhile.
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
