/**
 * Sends a request with a time limit that holds for its body as well.
 *
 * A `Request` follows the signal that it was made with only as long as the `Request` itself is not garbage, in Node as in
 * the specification's algorithm, which holds dependent signals weakly. Nothing else refers to it while an answer is awaited,
 * so a time limit or an abort could be lost for good. The timer refers to both requests until the time is over.
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
  // In Node an idle process may end before the time is over; a browser's timer is a number.
  if (typeof timer === 'object') timer.unref()
  return fetch(bounded)
}
