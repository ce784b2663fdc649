import { spanOfCall } from './tracing.ts'

/** A server did not answer in time, or not to the end. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/**
 * `fetch` for clients of other servers, with a deadline that holds for the body too: viem's own ends with the headers,
 * and a server that stops in the middle of an answer would hang its client for ever. The body is read before the answer
 * is given out.
 *
 * @param timeoutMs from the question to the last byte.
 * @throws NoAnswerError past the deadline, and what `fetch` throws.
 */
export function fetchWithin(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    const endSpan = spanOfCall({ url: input, method: init?.method, body: init?.body })
    try {
      const response = await fetch(input, { ...init, signal: deadline.signal })
      const { status, statusText, headers } = response
      const answer = new Response(await response.text(), { status, statusText, headers })
      endSpan()
      return answer
    } catch (error) {
      endSpan(error)
      if (deadline.signal.aborted) throw new NoAnswerError(`no answer in ${timeoutMs} ms`)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
