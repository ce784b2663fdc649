/**
 * One answer for every caller within so many milliseconds of the first question; a failed one is not kept.
 *
 * @param ask answers for a key.
 * @returns asks. A caller that needs a newer answer says how old it may be, and every later caller has that one.
 */
export function ttlCache<K, T>(
  milliseconds: number,
  ask: (key: K) => Promise<T>,
): (key: K, oldestMs?: number) => Promise<T> {
  const answers = new Map<K, { at: number; answer: Promise<T> }>()
  return (key, oldestMs = milliseconds) => {
    const known = answers.get(key)
    const now = performance.now()
    if (known !== undefined && now - known.at < oldestMs) return known.answer
    const answer = ask(key)
    answers.set(key, { at: now, answer })
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key)
    })
    return answer
  }
}
