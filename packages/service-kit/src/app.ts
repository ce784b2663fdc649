import type { OpenApiDocument } from '@tandem/contracts'
import cors from 'cors'
import express, { type Express, type RequestHandler, type Router } from 'express'
import helmet from 'helmet'
import type { Redis } from 'ioredis'
import type { Registry } from 'prom-client'
import { accessLog } from './access-log.ts'
import { identifyClient, requireClient } from './api-keys.ts'
import { errorHandler } from './error-handler.ts'
import { type IdempotencyStore, idempotency } from './idempotency.ts'
import { jsonBody } from './json-body.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Logger } from './logger.ts'
import { httpMetrics } from './metrics.ts'
import { openApiRoutes } from './open-api-routes.ts'
import { probeRoutes, type ReadinessChecks } from './probes.ts'
import { rateLimit } from './rate-limit.ts'
import { requestContext } from './request-context.ts'
import { unmatched } from './unmatched.ts'

export interface AppOptions {
  /** Keeps the service's keys apart in a shared Redis. */
  service: string
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  /** Served at `/openapi.json` and `/docs`, and consulted for 405. */
  document: OpenApiDocument
  /** The service's own routes: behind the limiter, the API key and the body parser. */
  routes: readonly Router[]
  health: RequestHandler
  checks: ReadinessChecks
  apiKeyHashes: readonly string[]
  rateLimitPerMinute: number
  /** Shares rate limits among replicas. */
  redis?: Redis | undefined
  trustProxy: number | readonly string[]
  /** Without it `Idempotency-Key` is ignored. */
  idempotencyStore?: IdempotencyStore | undefined
}

const exposedHeaders = [
  ...['X-Request-Id', 'Location', 'Retry-After', 'Idempotency-Replayed'],
  ...['RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
]

/** Puts a service's routes behind everything that both services do alike. It does not listen. */
export function createApp(o: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', o.trustProxy)

  app.use(requestContext)
  // Over plain HTTP (the devnet) the page must not ask for HTTPS. TLS ends at the ingress, which sends HSTS.
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, hsts: false }))
  app.use(probeRoutes({ ...o, stopping: o.lifecycle.stopping }))
  app.use(accessLog(o.logger))
  app.use(httpMetrics(o.registry))
  // Any web page may call: there are no cookies to abuse, a key travels only where the page has it.
  app.use(cors({ origin: '*', exposedHeaders, maxAge: 600 }))
  app.use(openApiRoutes(o.document))
  app.use(identifyClient(o.apiKeyHashes))
  app.use(rateLimit({ perMinute: o.rateLimitPerMinute, redis: o.redis, prefix: o.service }))
  app.use(requireClient(o.apiKeyHashes))
  app.use(...jsonBody)
  if (o.idempotencyStore !== undefined) app.use(idempotency(o.idempotencyStore, o.logger))
  for (const router of o.routes) app.use(router)
  app.use(unmatched(o.document))
  app.use(errorHandler(o.logger))
  return app
}
