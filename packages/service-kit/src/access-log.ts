import type { RequestHandler } from 'express'
import type { Logger } from './logger.ts'
import { routeOf } from './metrics.ts'

/** One line per answered request, by route template: a path or query can carry what a client should not have sent. */
export function accessLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.once('close', () => {
      logger.info('http.request', {
        method: req.method,
        route: routeOf(req),
        status_code: res.statusCode,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(res.writableFinished ? {} : { aborted: true }),
      })
    })
    next()
  }
}
