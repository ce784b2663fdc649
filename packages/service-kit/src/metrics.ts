import type { Request } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export function createRegistry(service: string, roles: readonly string[] = []): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const ofRole = new Gauge({
    name: 'tandem_process_role',
    help: '1 for each role that this process runs.',
    labelNames: ['role'],
    registers: [registry],
  })
  for (const role of roles) ofRole.set({ role }, 1)
  return registry
}

/** The duration of requests in seconds, by method, route template and status. */
export const requestDurations = (registry: Registry) =>
  new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })

/** The route template of a request, such as `/orders/:orderId`, or `unmatched`. */
export function routeOf(req: Request): string {
  const path: unknown = req.route?.path
  return typeof path === 'string' ? `${req.baseUrl}${path}` : 'unmatched'
}
