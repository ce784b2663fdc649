/** The promises that the solver has made of one token on one chain, each under its key. Base units. */
export interface Ledger {
  /**
   * Promises an amount under a key, unless what is held does not cover it and every other promise. Promising again under
   * the same key replaces the earlier promise. Promises of one token are made one after the other.
   *
   * @param readHeld the amount of the token that the account holds; read while no other promise can be made.
   * @returns whether it is promised, and what was free for it.
   */
  promise(
    token: string,
    key: string,
    amount: bigint,
    readHeld: () => Promise<bigint>,
  ): Promise<{ isPromised: boolean; free: bigint }>
  /** The promise under the key is kept or void. */
  release(token: string, key: string): void
  /** Promises without looking at what is held: a promise of an earlier run, which was looked at then. */
  hold(token: string, key: string, amount: bigint): void
  /** The sum of all promises of a token, but for the one under `except`. */
  promised(token: string, except?: string): bigint
}

/**
 * Two promises of one token never count on the same money: promises are made one at a time, and what they are held
 * against is summed up before the balance is read. A promise that is released while the balance is read has left the
 * account already, or never will: it is counted once too often at the worst.
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
