import { spanOfCall } from './tracing.ts'

/** A server did not answer in time, or not to the end. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** A server's answer is larger than any that is read. */
export class LargeAnswerError extends Error {
  override readonly name = 'LargeAnswerError'
}

/** viem reads no larger body. */
const largestAnswerBytes = 10 * 1024 * 1024

/**
 * `fetch` for clients of other servers, with a deadline that holds for the body too: viem's own ends with the headers,
 * and a server that stops in the middle of an answer would hang its client for ever. The body is read before the answer
 * is given out, as far as 10 MiB: a few hundred kilobytes of gzip would otherwise become a gigabyte of memory.
 *
 * @param timeoutMs from the question to the last byte.
 * @throws NoAnswerError past the deadline, LargeAnswerError past the limit, and what `fetch` throws.
 */
export function fetchWithin(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    const endSpan = spanOfCall({ url: input, method: init?.method, body: init?.body })
    try {
      const response = await fetch(input, { ...init, signal: deadline.signal })
      const { status, statusText, headers } = response
      const answer = new Response(await bodyOf(response), { status, statusText, headers })
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

/** The body as it is after unpacking. Reading ends, and the connection too, once it is over the limit. */
async function bodyOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswerBytes) throw new LargeAnswerError(`the answer has more than ${largestAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
