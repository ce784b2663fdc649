export interface OpenTransactions {
  isClaiming(vault: string): boolean
  /** Whether a transaction other than a claim is under way for the source vault. */
  hasOtherTransaction(vault: string): boolean
  during<R>(vault: string, isClaim: boolean, work: () => Promise<R>): Promise<R>
}

export function makeOpenTransactions(): OpenTransactions {
  const claims = new Set<string>()
  const others = new Set<string>()
  return {
    isClaiming: (vault) => claims.has(vault),
    hasOtherTransaction: (vault) => others.has(vault),
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
