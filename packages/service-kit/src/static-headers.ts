import type { IncomingMessage } from 'node:http'
import { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

const exposedHeaders = [
  ...['X-Request-Id', 'Location', 'Retry-After', 'Idempotency-Replayed', 'ETag'],
  ...['RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
].join(',')

/**
 * The security headers (helmet) and those that let any web page read the answer: there are no cookies to abuse, a key
 * travels only where the page has it. None depends on the request, so helmet runs once, here, and not on each of them.
 */
export function staticHeaders(): RequestHandler {
  const headers: [string, string][] = [
    ...helmetHeaders(),
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposedHeaders],
  ]
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}

function helmetHeaders(): [string, string][] {
  // Over plain HTTP (the devnet) the page must not ask for HTTPS. TLS ends at the ingress, which sends HSTS.
  const secure = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, hsts: false })
  const req = { method: 'GET' } as IncomingMessage
  const res = new ServerResponse(req)
  secure(req, res, () => {})
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])
}
