/**
 * Keeps the deliveries for which their hosts have room, in the given order, so that a host that is slow for all its
 * webhooks holds no more than its share of the deliveries in flight.
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
