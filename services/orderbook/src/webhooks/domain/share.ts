/**
 * Keeps what hosts have room for, in the given order: a host that is slow at all its webhooks takes no more than its
 * share of what is under way.
 */
export function withinShares<T extends { readonly host: string }>(
  found: readonly T[],
  { perHost, busyHosts }: { readonly perHost: number; readonly busyHosts: ReadonlyMap<string, number> },
): T[] {
  const taken = new Map(busyHosts)
  return found.filter(({ host }) => {
    const count = taken.get(host) ?? 0
    if (count >= perHost) return false
    taken.set(host, count + 1)
    return true
  })
}
