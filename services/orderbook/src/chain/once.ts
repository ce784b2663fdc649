/** The value of a key, found the first time that it is asked for. */
export function once<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}
