/**
 * One answer for every caller within so many milliseconds of the first question; a failed one is not kept.
 *
 * @param ask answers for a key.
 * @param options.now the clock, in milliseconds; a monotonic one by default.
 * @param options.madeAt for answers that others may have made before the question: when, by that clock. An answer is kept
 * from then on, and every caller waits for it while it is under way.
 * @returns asks. A caller that needs a newer answer says how old it may be, and every later caller has that one.
 */
export function ttlCache<K, T>(
  milliseconds: number,
  ask: (key: K) => Promise<T>,
  { now = () => performance.now(), madeAt }: { now?: () => number; madeAt?: (value: T) => number } = {},
): (key: K, oldestMs?: number) => Promise<T> {
  const answers = new Map<K, { at: number; answer: Promise<T> }>()
  return (key, oldestMs = milliseconds) => {
    const known = answers.get(key)
    if (known !== undefined && now() - known.at < oldestMs) return known.answer
    const asked = { at: madeAt === undefined ? now() : Number.POSITIVE_INFINITY, answer: ask(key) }
    answers.set(key, asked)
    asked.answer.then(
      (value) => {
        if (madeAt !== undefined) asked.at = madeAt(value)
      },
      () => {
        if (answers.get(key) === asked) answers.delete(key)
      },
    )
    return asked.answer
  }
}
