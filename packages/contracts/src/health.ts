import { addressSchema, chainNameSchema } from './scalars.ts'
import { z } from './zod.ts'

/** `GET /health` of the orderbook answers this text. */
export const ORDERBOOK_HEALTH_TEXT = 'Online'

/** The answer of `GET /health` of the relayer. Beside `status` and `version` it has what an operator checks first. */
export const relayerHealthSchema = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).openapi({
      description:
        'degraded: the queue or an endpoint is down, but claims are still accepted. down: the database is down, or work waits and no worker takes it.',
    }),
    version: z.string(),
    roles: z.array(z.string()),
    database: z.boolean(),
    queue: z.boolean(),
    settlements: z.record(z.string(), z.int()).nullable().openapi({ description: 'How many are under way, by state.' }),
    oldest_unsent_claim_age_ms: z.int().nullable(),
    longest_overdue_step_ms: z.int().nullable(),
    last_sweep_age_ms: z.int().nullable().openapi({ description: 'Null where no steps are taken.' }),
    chains: z.array(
      z.object({
        chain: chainNameSchema,
        head_number: z.int().nullable(),
        head_age_secs: z.int().nullable(),
        endpoints: z.int(),
        endpoints_up: z.int(),
      }),
    ),
    signers: z.array(
      z.object({
        chain: chainNameSchema,
        signer: addressSchema,
        claims_left: z.number().openapi({ description: 'Claims that its balance pays for at the fee offered now.' }),
        open_slots: z.int().openapi({ description: 'Nonces given out that nothing is known to be mined at.' }),
        nonce_lag: z.int().openapi({ description: 'Nonces given out beyond those that are mined.' }),
      }),
    ),
  })
  .openapi('RelayerHealth')
export type RelayerHealthWire = z.infer<typeof relayerHealthSchema>

/** `GET /ready` of both services: every dependency by name, and what is wrong with it. */
export const readinessSchema = z
  .object({
    ready: z.boolean(),
    checks: z.record(z.string(), z.object({ ok: z.boolean(), message: z.string().optional() })),
    chains: z
      .record(z.string(), z.object({ able: z.boolean(), missing: z.array(z.string()) }))
      .optional()
      .openapi({
        description:
          'Each chain by its name. The service is ready while one chain is able. On a chain that is not able nothing is quoted and no new work is taken; open work goes on. `missing` names each endpoint that lacks something, also where a majority suffices.',
      }),
    files: z.record(z.string(), z.string()).optional().openapi({
      description:
        'The SHA-256, in hex, of each file that the service reads again when it changes, for the version in use. The keys are the names of the settings.',
    }),
  })
  .openapi('Readiness')
export type ReadinessWire = z.infer<typeof readinessSchema>
