/** A request whose transaction takes from an account that others take from as well. */
export interface Drawing {
  id: string
  /** Undefined for a request that takes from none. */
  account: string | undefined
  /** The others of the account that were counted when it was decided that this one may go. */
  counted: readonly string[]
}

/**
 * Leaves out each request whose decision is out of date: one that takes from the same account has begun since, and was not
 * counted. It is decided anew. Of two that ask together one has to have counted the other.
 * @param begun the requests of each account that a transaction stands for now.
 */
export function drawTogether<T extends Drawing>(
  applicants: readonly T[],
  begun: ReadonlyMap<string, readonly string[]>,
): T[] {
  const going: T[] = []
  for (const one of applicants) {
    const { id, account, counted } = one
    const hasCounted = (other: Drawing) => counted.includes(other.id) || other.counted.includes(id)
    const before = account === undefined ? [] : (begun.get(account) ?? [])
    const beside = account === undefined ? [] : going.filter((other) => other.account === account)
    if (before.every((other) => other === id || counted.includes(other)) && beside.every(hasCounted)) going.push(one)
  }
  return going
}
