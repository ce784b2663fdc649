/** The nonces of one account on one chain, as far as this process uses them. */
export interface Nonces {
  /** Takes the next nonce. Calls must not overlap. @throws the reader's error. */
  take(): Promise<number>
  /** A nonce that was taken is used. */
  giveUp(nonce: number): void
  /** Nonces below the taken ones that no transaction of ours fills, and that hold all of ours up. */
  gapsBelow(used: number): number[]
}

/**
 * The chain says where to begin whenever nothing is under way, so that a restart needs no memory; between, the counter is
 * ours, because a node may be behind.
 *
 * @param readPending how many nonces the account has used, with what the node's pool holds.
 */
export function makeNonces(readPending: () => Promise<number>): Nonces {
  const taken = new Set<number>()
  let next = 0
  return {
    async take() {
      if (taken.size === 0) next = Math.max(next, await readPending())
      const nonce = next
      next += 1
      taken.add(nonce)
      return nonce
    },
    giveUp: (nonce) => void taken.delete(nonce),
    gapsBelow(used) {
      const lowest = Math.min(...taken)
      if (!Number.isFinite(lowest)) return []
      const gaps = Array.from({ length: Math.max(0, lowest - used) }, (_, index) => used + index)
      for (const gap of gaps) taken.add(gap)
      return gaps
    },
  }
}
