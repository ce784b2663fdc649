import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'

const exposedHeaders = [
  ...['X-Request-Id', 'Location', 'Retry-After', 'Idempotency-Replayed', 'ETag'],
  ...['RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
].join(',')

/** The headers of data: it may load nothing, and no page may frame it. */
const ofData: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  // HSTS is off here, because TLS ends at the ingress, which sends it.
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/** The headers of every answer. Any page may read them: there are no cookies that it could abuse. */
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

/**
 * The headers of our own pages, which run their own scripts and load nothing from elsewhere. They do not ask for HTTPS,
 * because the devnet has plain HTTP.
 */
export const pageHeaders: RequestHandler = helmet({
  contentSecurityPolicy: { directives: { styleSrc: ["'self'", "'unsafe-inline'"], upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
})

function headersOf(secure: ReturnType<typeof helmet>): [string, string][] {
  const req = new IncomingMessage(new Socket())
  const res = new ServerResponse(req)
  secure(req, res, () => {})
  return Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])
}
