/** A request whose transaction takes from an account that others take from as well. */
export interface Drawing {
  id: string
  /** The account; undefined for a request that takes from none. */
  account: string | undefined
  /** The other requests of the account that were counted when it was decided that this one may go. */
  counted: readonly string[]
}

/**
 * Leaves out each request whose decision is out of date, because a request that takes from the same account has begun since and
 * was not counted. The others can be put into an order in which each one counted all that come before it, so the account pays for
 * all of them.
 * @param applicants in any order: they need not ask in the order in which they were counted.
 * @param begun for each account, the requests that have a transaction now.
 * @returns those that may go, in the order in which they asked.
 */
export function dropOutdated<T extends Drawing>(
  applicants: readonly T[],
  begun: ReadonlyMap<string, readonly string[]>,
): T[] {
  const orders = new Map<string, Drawing[]>()
  return applicants.filter((one) => {
    const { id, account, counted } = one
    if (account === undefined) return true
    const before = begun.get(account) ?? []
    if (!before.every((other) => other === id || counted.includes(other))) return false
    const order = orders.get(account) ?? []
    orders.set(account, order)
    const uncounted = order.findIndex((other) => !counted.includes(other.id))
    const place = uncounted === -1 ? order.length : uncounted
    if (!order.slice(place).every((later) => later.counted.includes(id))) return false
    order.splice(place, 0, one)
    return true
  })
}
