/**
 * Shares one answer among all callers within `milliseconds` of the first question. A failure is not kept. `lru-cache`
 * would not do: its lifetime begins with the answer, it keeps no `undefined`, and it takes a lifetime of zero for no
 * limit.
 *
 * @param options.madeAt says when an answer was made. Its age then counts from that time, not from
 * the question.
 * @returns a function that answers for a key. With `oldestMs`, a caller demands a newer answer.
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
