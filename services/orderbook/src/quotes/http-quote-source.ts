import { quoteSchema } from '@tandem/contracts'
import { AppError, type HttpAnswer, jsonOf, LargeAnswerError, makeHttpClient, NoAnswerError } from '@tandem/service-kit'
import type { QuoteSource } from './ports.ts'
import { quoteOfWire } from './quote.codec.ts'

export type HttpQuoteSourceOptions = {
  /** The base URL under which `/quotes/{quote_id}` is requested. */
  serviceUrl: string
  timeoutMs: number
  attempts: number
}

const maxBytes = 64 * 1_024

/** A service may answer the quote itself, or this API's envelope around the quote. */
const unwrap = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'result' in body ? body.result : body

/** Asks another service for quotes, and checks its answers by our own schema. */
export function makeHttpQuoteSource(options: HttpQuoteSourceOptions): QuoteSource {
  const ask = makeHttpClient({ timeoutMs: options.timeoutMs, maxBytes })
  return {
    find: async (quoteId) => {
      const url = new URL(`quotes/${quoteId}`, withSlash(options.serviceUrl))
      const answer = await withRetries(options.attempts, () => ask({ url, headers: { accept: 'application/json' } }))
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw invalid(`it answered ${answer.status}`)
      const body = jsonOf(answer)
      if (body === undefined) throw invalid('it answered no JSON, or JSON that is nested too deep')
      const found = quoteSchema.safeParse(unwrap(body))
      if (!found.success) throw invalid('its quote does not fit the contract', found.error)
      const quote = found.data
      if (quote.quote_id.toLowerCase() !== quoteId) throw invalid('it answered another quote')
      return quoteOfWire(quote)
    },
  }
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)

const invalid = (why: string, cause?: unknown) =>
  new AppError('UPSTREAM_INVALID', `The quote service cannot be used: ${why}.`, { cause })

async function withRetries(attempts: number, send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await send()
      const mayRetry = response.status >= 500 || response.status === 429
      if (!mayRetry || attempt >= attempts) {
        if (mayRetry) throw new AppError('UNAVAILABLE', 'The quote service is unavailable.', { retryAfterSecs: 5 })
        return response
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      if (attempt >= attempts) throw transportError(error)
    }
    await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt))
  }
}

function transportError(error: unknown): AppError {
  if (error instanceof LargeAnswerError) return invalid(error.message, error)
  return error instanceof NoAnswerError
    ? new AppError('UPSTREAM_TIMEOUT', 'The quote service did not answer in time.', { cause: error })
    : new AppError('UNAVAILABLE', 'The quote service cannot be reached.', { cause: error, retryAfterSecs: 5 })
}
