/**
 * Bounds a request with its body. The timer refers to signal and request: a collected one would lose the time limit.
 */
export function sendWithin(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  timeoutMs: number,
): Promise<Response> {
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
  // An idle process may end earlier; a browser's timer is a number.
  if (typeof timer === 'object') timer.unref()
  return fetch(bounded)
}
