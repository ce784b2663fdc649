import { ProviderError, retryAfterMs } from './provider-error.ts'

/**
 * `fetch` for viem, with a deadline that holds for the body too: viem's own ends with the headers, and an endpoint that
 * stops in the middle of an answer would hang for ever. Throws ProviderError for a timeout and for status 429.
 */
export function fetchWithin(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      const response = await fetch(input, { ...init, signal: deadline.signal })
      const { status, statusText, headers } = response
      const body = await response.text()
      if (status !== 429) return new Response(body, { status, statusText, headers })
      throw new ProviderError('rate_limited', 'too many requests', retryAfterMs(headers.get('retry-after'), Date.now()))
    } catch (error) {
      if (deadline.signal.aborted) throw new ProviderError('timeout', `no answer in ${timeoutMs} ms`)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
