const mostMs = 120_000
const pauseMs = 50

/**
 * Reads again and again until there is something: a value other than `undefined` and `false`.
 *
 * @param what what is waited for, or how things stand, for the error.
 * @throws Error when it does not come within two minutes.
 */
export async function until<T>(
  read: () => Promise<T | undefined | false> | T | undefined | false,
  what: string | (() => string),
): Promise<T> {
  for (const deadline = Date.now() + mostMs; ; ) {
    const found = await read()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error(typeof what === 'string' ? `never: ${what}` : what())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * The same for a value that has to become so.
 *
 * @throws Error, with the value, when it does not become so within two minutes.
 */
export async function untilSo<T>(
  read: () => Promise<T | undefined>,
  isSo: (value: T) => boolean,
  what: string,
): Promise<T> {
  let last: T | undefined
  await until(
    async () => {
      last = await read()
      return last !== undefined && isSo(last)
    },
    () => `it never became ${what}: ${JSON.stringify(last)}`,
  )
  return last as T
}
