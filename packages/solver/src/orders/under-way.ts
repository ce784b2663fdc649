/** Sources for which a transaction is waited for. */
export interface UnderWay {
  isClaiming(vault: string): boolean
  /** Whether another transaction than a claim is waited for. */
  isHeldUp(vault: string): boolean
  /** Does work that waits for a transaction: a claim, or anything else. */
  during<R>(vault: string, isClaim: boolean, work: () => Promise<R>): Promise<R>
}

export function makeUnderWay(): UnderWay {
  const claims = new Set<string>()
  const others = new Set<string>()
  return {
    isClaiming: (vault) => claims.has(vault),
    isHeldUp: (vault) => others.has(vault),
    async during(vault, isClaim, work) {
      const noted = isClaim ? claims : others
      noted.add(vault)
      try {
        return await work()
      } finally {
        noted.delete(vault)
      }
    },
  }
}
