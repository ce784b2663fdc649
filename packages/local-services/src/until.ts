const pauseMs = 50

/**
 * Reads again and again until there is something: a value other than `undefined` and `false`.
 *
 * @param what what is waited for, or how things stand, for the error.
 * @throws Error when it does not come in time, two minutes by default.
 */
export async function until<T>(
  read: () => Promise<T | undefined | false> | T | undefined | false,
  what: string | (() => string),
  withinMs = 120_000,
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; ) {
    const found = await read()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(typeof what === 'string' ? `never: ${what}` : what())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * The same for a value that has to become so.
 *
 * @throws Error, with the value, when it does not become so in time.
 */
export async function untilSo<T>(
  read: () => Promise<T | undefined>,
  isSo: (value: T) => boolean,
  what: string,
  withinMs?: number,
): Promise<T> {
  let last: T | undefined
  const lastText = () => JSON.stringify(last, (_key, one) => (typeof one === 'bigint' ? String(one) : one))
  await until(
    async () => {
      last = await read()
      return last !== undefined && isSo(last)
    },
    () => `it never became ${what}: ${lastText()}`,
    withinMs,
  )
  return last as T
}
