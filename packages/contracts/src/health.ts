import { z } from './zod.ts'

/** `GET /health` of the orderbook answers this text. */
export const ORDERBOOK_HEALTH_TEXT = 'Online'

/** `GET /health` of the relayer. Beside `status` and `version` it says what an operator looks for first. */
export const relayerHealthSchema = z
  .looseObject({ status: z.enum(['ok', 'degraded']), version: z.string() })
  .openapi('RelayerHealth')

/** `GET /ready` of both services: every dependency by name, and what is wrong with it. */
export const readinessSchema = z
  .object({
    ready: z.boolean(),
    checks: z.record(z.string(), z.object({ ok: z.boolean(), message: z.string().optional() })),
  })
  .openapi('Readiness')
export type ReadinessWire = z.infer<typeof readinessSchema>
