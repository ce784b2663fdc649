import { fetchWithin, NoAnswerError } from '@tandem/service-kit'
import { ProviderError, retryAfterMs } from './provider-error.ts'

/** `fetch` for viem. Throws ProviderError for an answer that is not there in time, and for status 429. */
export function providerFetch(timeoutMs: number): typeof fetch {
  const ask = fetchWithin(timeoutMs)
  return async (input, init) => {
    const response = await ask(input, init).catch((error: unknown) => {
      throw error instanceof NoAnswerError ? new ProviderError('timeout', error.message) : error
    })
    if (response.status !== 429) return response
    const retryAfter = retryAfterMs(response.headers.get('retry-after'), Date.now())
    throw new ProviderError('rate_limited', 'too many requests', retryAfter)
  }
}
