/** An error whose message is safe to print: it holds no key, no signature, and nothing of a request. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
}

/** Names an error by its code or name alone, because the rest may quote a key. */
export function reasonOf(error: unknown): string {
  if (error instanceof SignerError) return error.message
  const { code, name, cause } = Object(error) as NodeJS.ErrnoException
  const causeCode = (Object(cause) as NodeJS.ErrnoException).code
  return [causeCode, code, name].find((word) => typeof word === 'string') ?? 'unknown'
}
