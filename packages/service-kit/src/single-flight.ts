/**
 * Callers that ask while the same question is under way share its answer. `dataloader` shares an answer only until it
 * has asked, or for good.
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
