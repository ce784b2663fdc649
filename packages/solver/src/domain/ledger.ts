/** What has been promised of each token, by key, in base units. */
export interface Ledger {
  /**
   * Promises an amount, unless the account does not hold enough for all promises. A promise under the same key is
   * replaced.
   *
   * @returns whether it is promised, and how much is free.
   */
  promise(
    token: string,
    key: string,
    amount: bigint,
    readHeld: () => Promise<bigint>,
  ): Promise<{ isPromised: boolean; free: bigint }>
  release(token: string, key: string): void
  /** Counts a promise of an earlier run, without asking whether the account still holds that much. */
  hold(token: string, key: string, amount: bigint): void
  promised(token: string, except?: string): bigint
}

/**
 * Promises are made one at a time, and summed before the balance is read, so that two of them never count on the same
 * money. They are queued by chaining JavaScript promises and not by `p-limit`, because a `domain` folder imports no
 * library but viem.
 */
export function makeLedger(): Ledger {
  const promises = new Map<string, Map<string, bigint>>()
  const lastOf = new Map<string, Promise<unknown>>()
  const ofToken = (token: string) => {
    const found = promises.get(token) ?? new Map<string, bigint>()
    promises.set(token, found)
    return found
  }
  const sum = (token: string, without?: string): bigint => {
    let total = 0n
    for (const [key, amount] of ofToken(token)) if (key !== without) total += amount
    return total
  }

  async function promiseAlone(token: string, key: string, amount: bigint, readHeld: () => Promise<bigint>) {
    const others = sum(token, key)
    const free = (await readHeld()) - others
    const isPromised = free >= amount
    if (isPromised) ofToken(token).set(key, amount)
    return { isPromised, free }
  }

  return {
    promise(token, key, amount, readHeld) {
      const turn = (lastOf.get(token) ?? Promise.resolve()).then(() => promiseAlone(token, key, amount, readHeld))
      lastOf.set(
        token,
        turn.catch(() => undefined),
      )
      return turn
    },
    release: (token, key) => void ofToken(token).delete(key),
    hold: (token, key, amount) => void ofToken(token).set(key, amount),
    promised: (token, except) => sum(token, except),
  }
}
