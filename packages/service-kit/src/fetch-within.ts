export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

export class LargeAnswerError extends Error {
  override readonly name = 'LargeAnswerError'
}

const largestAnswerBytes = 10 * 1024 * 1024

/**
 * Makes a `fetch` whose deadline covers the whole body, with a limit of 10 MiB. viem's own deadline ends with the
 * headers, so a server could hang its client; and a compressed body could fill the memory.
 *
 * @param timeoutMs how long a request may take until the last byte of its answer, in milliseconds.
 * @throws NoAnswerError, LargeAnswerError, and what `fetch` throws.
 */
export function fetchWithin(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      const response = await fetch(input, { ...init, signal: deadline.signal })
      const { status, statusText, headers } = response
      return new Response(await bodyOf(response), { status, statusText, headers })
    } catch (error) {
      if (deadline.signal.aborted) throw new NoAnswerError(`no answer in ${timeoutMs} ms`)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Reads the body after decompression. The limit applies to these bytes, because a small compressed
 * body could fill the memory.
 */
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
