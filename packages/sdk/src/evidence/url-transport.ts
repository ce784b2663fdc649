import { EndpointError, maxBytesOf } from '@tandem/chain'
import { isTooDeep } from '@tandem/contracts/rules'
import { type HttpTransport, http } from 'viem'
import { sendWithin } from '../client/within.ts'

/**
 * A viem transport for an endpoint that is not trusted: it limits the time, the bytes and the nesting of every answer.
 * It drops the answer's headers, because viem would wait for as long as a `Retry-After` asks.
 *
 * @param timeoutMs how long one answer may take, in milliseconds.
 * @example
 * const client = createPublicClient({ transport: urlTransport('https://rpc.example', 10_000) })
 */
export function urlTransport(url: string, timeoutMs: number): HttpTransport {
  const fetchFn = async (to: string | URL | Request, init?: RequestInit) => {
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    const answer = await sendWithin(fetch, new Request(to, init), timeoutMs)
    const text = await textOf(answer, maxBytesOf([method]))
    if (isTooDeep(text)) throw new EndpointError('wrong_data', 'the answer is nested too deep')
    return new Response(text, { status: answer.status, statusText: answer.statusText })
  }
  return http(url, { timeout: timeoutMs, retryCount: 0, fetchFn })
}

async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) return text + decoder.decode()
    bytes += part.value.length
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new EndpointError('wrong_data', `the answer has more than ${maxBytes} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
}
