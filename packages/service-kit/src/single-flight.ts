/**
 * Shares one answer among callers that ask the same question while it is under way. `dataloader`
 * cannot do this: it shares either until the question is sent, or for ever.
 */
export function singleFlight<K, T>(
  ask: (key: K) => Promise<T>,
  nameOf: (key: K) => unknown = (key) => key,
): (key: K) => Promise<T> {
  const underWay = new Map<unknown, Promise<T>>()
  return (key) => {
    const name = nameOf(key)
    const shared = underWay.get(name)
    if (shared !== undefined) return shared
    const asked = ask(key).finally(() => underWay.delete(name))
    underWay.set(name, asked)
    return asked
  }
}
