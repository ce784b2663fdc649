type Fetch = (request: Request) => Promise<Response>

export const plainFetch: Fetch = (request) => globalThis.fetch(request)

/** A fetch with a time limit for the whole answer; 15 seconds by default. */
export const timedFetch =
  (fetch: Fetch = plainFetch, timeoutMs = 15_000): Fetch =>
  (request) =>
    sendWithin(fetch, request, timeoutMs)

/**
 * Sends a request with a time limit. The timer keeps references to both requests, because a request that is collected
 * as garbage can no longer be aborted.
 */
export function sendWithin(fetch: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const ended = new AbortController()
  const bounded = new Request(request, { signal: ended.signal })
  const whenAborted = () => ended.abort(request.signal.reason)
  if (request.signal.aborted) whenAborted()
  request.signal.addEventListener('abort', whenAborted, { once: true })
  const timer = setTimeout(
    (..._held: Request[]) => ended.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
    request,
    bounded,
  )
  // In Node.js, a timer would keep the process from ending.
  if (typeof timer === 'object') timer.unref()
  return fetch(bounded)
}
