import type { RequestHandler } from 'express'
import type { Registry } from 'prom-client'
import type { Logger } from './logger.ts'
import { requestDurations, routeOf } from './metrics.ts'

/** Logs and measures requests by their route template, because a path or a query can carry a secret. */
export function observeRequests(logger: Logger, registry: Registry): RequestHandler {
  const durations = requestDurations(registry)
  return (req, res, next) => {
    const startedAt = performance.now()
    res.on('close', () => {
      const durationMs = performance.now() - startedAt
      const [method, route, status] = [req.method, routeOf(req), res.statusCode]
      durations.observe({ method, route, status }, durationMs / 1000)
      logger.info('http.request', {
        method,
        route,
        status_code: status,
        duration_ms: Math.round(durationMs * 10) / 10,
        ...(res.writableFinished ? {} : { aborted: true }),
      })
    })
    next()
  }
}
