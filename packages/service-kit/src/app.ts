import type { OpenApiDocument, Operation } from '@tandem/contracts'
import cors from 'cors'
import express, { type Express, type RequestHandler, type Router } from 'express'
import type { Registry } from 'prom-client'
import { identifyClient, requireClient } from './api-keys.ts'
import { errorHandler } from './error-handler.ts'
import { type IdempotencyStore, idempotency } from './idempotency.ts'
import { jsonBody } from './json-body.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Logger } from './logger.ts'
import { observeRequests } from './observe-requests.ts'
import { openApiRoutes } from './open-api-routes.ts'
import { type HealthAnswer, type ProbeOptions, probeRoutes, type ReadinessChecks } from './probes.ts'
import { knownQueryParameters } from './query-parameters.ts'
import { rateLimit } from './rate-limit.ts'
import type { RedisClient } from './redis.ts'
import { requestContext } from './request-context.ts'
import { requireHost } from './require-host.ts'
import { sendJson } from './send-json.ts'
import { staticHeaders } from './static-headers.ts'
import { traceOrders } from './trace-orders.ts'
import { unmatched } from './unmatched.ts'

export interface AppOptions {
  service: string
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  operations: readonly Operation[]
  /** The OpenAPI document of the same operations. */
  document: () => OpenApiDocument
  /** Reached only by requests that have passed the rate limiter, the API key check and the body parser. */
  routes: readonly Router[]
  /** Asked at most once a second, however often `/health` is requested: no rate limit bounds those requests. */
  health: () => HealthAnswer
  checks: ReadinessChecks
  chains?: ProbeOptions['chains']
  /**
   * The SHA-256 of each file that is read again while the service runs, keyed by the setting that
   * names the file. `/ready` shows them.
   */
  files?: () => Record<string, string> | undefined
  apiKeyHashes: readonly string[]
  rateLimitPerMinute: number
  redis?: RedisClient | undefined
  trustProxy: number | readonly string[]
  /** Without a store, `Idempotency-Key` is ignored. */
  idempotencyStore?: IdempotencyStore | undefined
}

export function createApp(o: AppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', o.trustProxy)
  app.response.json = sendJson

  const { rateLimitPerMinute: perMinute, redis, service: prefix } = o
  app.use(
    inTurn([
      requestContext,
      requireHost,
      staticHeaders(),
      under(/^\/(health|ready|metrics)/i, probeRoutes({ ...o, draining: o.lifecycle.draining })),
      observeRequests(o.logger, o.registry),
      preflight,
      ...(o.apiKeyHashes.length > 0 ? [identifyClient(o.apiKeyHashes)] : []),
      ...(perMinute > 0 ? [rateLimit({ perMinute, redis, prefix })] : []),
      under(/^\/(openapi\.json|docs)/i, openApiRoutes(o.document)),
      ...(o.apiKeyHashes.length > 0 ? [requireClient(o.apiKeyHashes)] : []),
      knownQueryParameters(o.operations),
      jsonBody,
      traceOrders,
      ...(o.idempotencyStore === undefined ? [] : [idempotency(o.idempotencyStore, o.logger)]),
    ]),
  )
  for (const router of o.routes) app.use(router)
  app.use(unmatched(o.operations))
  app.use(errorHandler(o.logger))
  return app
}

/**
 * Runs all handlers as one layer of the router. One layer for each handler would cause a fifth of
 * all memory that a request allocates.
 */
const inTurn =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    let at = 0
    const run = (failed?: unknown): void => {
      const handler = handlers[at]
      at += 1
      if (failed || handler === undefined) {
        next(failed)
        return
      }
      try {
        const handled = handler(req, res, run)
        if (handled instanceof Promise) handled.catch(next)
      } catch (error) {
        next(error)
      }
    }
    run()
  }

const allowAnyOrigin = cors({ origin: '*', maxAge: 600 })

/**
 * Answers the preflight requests of browsers. For all other requests, `staticHeaders` lets the browser read the answer.
 */
const preflight: RequestHandler = (req, res, next) => {
  if (req.method === 'OPTIONS') allowAnyOrigin(req, res, next)
  else next()
}

const under =
  (paths: RegExp, router: Router): RequestHandler =>
  (req, res, next) =>
    paths.test(req.path) ? router(req, res, next) : next()
