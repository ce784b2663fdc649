/** A signer failed. The message says why and is safe to print: no key, no signature, nothing of a request. */
export class SignerError extends Error {
  override readonly name = 'SignerError'
}

/** The reason in an error of another library: its code or its name, for the rest may quote a key. */
export function reasonOf(error: unknown): string {
  if (error instanceof SignerError) return error.message
  const { code, name, cause } = Object(error) as NodeJS.ErrnoException
  const causeCode = (Object(cause) as NodeJS.ErrnoException).code
  return [causeCode, code, name].find((word) => typeof word === 'string') ?? 'unknown'
}
