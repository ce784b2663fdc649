/** An endpoint failed. viem's own errors print the whole request, and a claim's request holds the secret. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
}
