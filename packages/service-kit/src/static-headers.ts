import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'

const exposedHeaders = [
  ...['X-Request-Id', 'Location', 'Retry-After', 'Idempotency-Replayed', 'ETag'],
  ...['RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
].join(',')

/** An answer is data: it may load nothing, and no page may frame it. `pageHeaders` adds the headers that only concern pages. */
const ofData: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  // TLS ends at the ingress, which sends HSTS.
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/**
 * The security headers of every answer (helmet), and those that let any web page read it: there are no cookies to
 * abuse, a key travels only where the page has it. No header depends on the request, so helmet runs once and not on each.
 */
export function staticHeaders(): RequestHandler {
  const headers: [string, string][] = [
    ...headersOf(helmet(ofData)),
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposedHeaders],
  ]
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}

/** Helmet's whole set, for what a browser shows as a page. Over plain HTTP (the devnet) it must not ask for HTTPS. */
export const pageHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
})

function headersOf(secure: ReturnType<typeof helmet>): [string, string][] {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  secure(req, res, () => {})
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])
}
