import { trace } from '@opentelemetry/api'
import type { Request, RequestHandler } from 'express'
import { routeOf } from './metrics.ts'
import { currentTraceId, withSpan } from './tracing.ts'

/**
 * Continues a claim or an initiation in the trace of its order. The server's own span began before the body was read,
 * so it cannot be in that trace: the two are linked.
 */
export const traceOrders: RequestHandler = (req, res, next) => {
  const orderId = currentTraceId() === undefined ? undefined : orderIdOf(req)
  if (orderId === undefined) {
    next()
    return
  }
  void withSpan(req.method, { orderId }, () => {
    const span = trace.getActiveSpan()
    const ended = new Promise<void>((resolve) => {
      res.once('close', () => {
        // The span is named by the route, because a path could hold anything.
        span?.updateName(`${req.method} ${routeOf(req)}`)
        resolve()
      })
    })
    next()
    return ended
  })
}

function orderIdOf(req: Request): string | undefined {
  const id: unknown = req.method === 'POST' ? (req.body as { order_id?: unknown } | undefined)?.order_id : undefined
  return typeof id === 'string' && /^[0-9a-fA-F-]{1,64}$/.test(id) ? id : undefined
}
