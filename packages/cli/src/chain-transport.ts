import { fallback, http, type Transport } from 'viem'

/**
 * Over endpoints of a chain, the first that answers, for what is sent and looked at: how a swap ended is asked of a majority.
 * No endpoint can stop a command: viem would wait for as long as
 * `Retry-After` says before it asks again, and its deadline ends with the headers. Here it waits 150, 300 and 600 ms, and the
 * deadline holds for the body too.
 *
 * @param timeoutMs milliseconds for one request, the last byte of its answer included.
 */
export const chainTransport = (urls: readonly string[], timeoutMs = 10_000): Transport =>
  fallback(urls.map((url) => http(url, { timeout: 0, fetchFn: fetchWithin(timeoutMs) })))

function fetchWithin(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = new AbortController()
    const request = new Request(input, { ...init, signal: deadline.signal })
    // The timer holds the request: one that is garbage no longer follows its signal.
    const giveUp = (..._held: Request[]) => deadline.abort(new Error(`no answer within ${timeoutMs} ms`))
    setTimeout(giveUp, timeoutMs, request).unref()
    const { body, status, statusText, headers } = await fetch(request)
    const kept = new Headers(headers)
    kept.delete('Retry-After')
    return new Response(body, { status, statusText, headers: kept })
  }
}
