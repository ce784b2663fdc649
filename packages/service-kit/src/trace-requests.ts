import type { Request, RequestHandler } from 'express'
import { routeOf } from './metrics.ts'
import { inCallersTrace, isTracing, withSpan } from './tracing.ts'

/** A span per request. Only the route template is told: path and query can carry secrets. */
export const traceRequests: RequestHandler = (req, res, next) => {
  if (!isTracing()) {
    next()
    return
  }
  const options = {
    role: 'server',
    orderId: orderIdOf(req),
    attributes: { 'http.request.method': req.method },
  } as const
  inCallersTrace(req.headers, () => {
    void withSpan(req.method, options, (span) => {
      const ended = new Promise<void>((resolve) => {
        res.once('close', () => {
          const route = routeOf(req)
          span.rename(`${req.method} ${route}`)
          span.add({ 'http.route': route, 'http.response.status_code': res.statusCode })
          resolve()
        })
      })
      next()
      return ended
    })
  })
}

/** Only for claims and initiations. */
function orderIdOf(req: Request): string | undefined {
  const id: unknown = req.method === 'POST' ? (req.body as { order_id?: unknown } | undefined)?.order_id : undefined
  return typeof id === 'string' && /^[0-9a-fA-F-]{1,64}$/.test(id) ? id : undefined
}
