type Fetch = (request: Request) => Promise<Response>

export const plainFetch: Fetch = (request) => globalThis.fetch(request)

/** A fetch with a time limit for the whole answer; 15 seconds by default. */
export const timedFetch =
  (fetch: Fetch = plainFetch, timeoutMs = 15_000): Fetch =>
  (request) =>
    sendWithin(fetch, request, timeoutMs)

/**
 * Sends a request within a time limit. The timer holds the signal and the request: once they are collected as garbage,
 * the time limit is lost.
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
  // Unreferenced, so that an idle process may end earlier.
  if (typeof timer === 'object') timer.unref()
  return fetch(bounded)
}
