const pauseMs = 50

/**
 * Polls until there is a value other than `undefined` and `false`.
 *
 * @param what names what is awaited, for the error.
 * @throws Error after two minutes by default.
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
 * Polls until the value is as wanted.
 *
 * @throws Error with the last value when that does not happen in time.
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
