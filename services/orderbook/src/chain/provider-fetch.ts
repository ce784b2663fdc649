import { fetchWithin, LargeAnswerError, NoAnswerError } from '@tandem/service-kit'
import { ProviderError, retryAfterMs } from './provider-error.ts'

/** `fetch` for viem. Throws ProviderError for an answer that is not there in time or too large, and for status 429. */
export function providerFetch(timeoutMs: number): typeof fetch {
  const ask = fetchWithin(timeoutMs)
  return async (input, init) => {
    const response = await ask(input, init).catch((error: unknown) => {
      if (error instanceof NoAnswerError) throw new ProviderError('timeout', error.message)
      // Fewer blocks have fewer logs.
      throw error instanceof LargeAnswerError ? new ProviderError('refused_range', error.message) : error
    })
    if (response.status !== 429) return response
    const retryAfter = retryAfterMs(response.headers.get('retry-after'), Date.now())
    throw new ProviderError('rate_limited', 'too many requests', retryAfter)
  }
}
