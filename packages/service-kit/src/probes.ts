import type { ReadinessWire } from '@tandem/contracts'
import { Router } from 'express'
import { Counter, Gauge, type Registry } from 'prom-client'
import { AppError } from './app-error.ts'
import type { Logger } from './logger.ts'
import { ttlCache } from './ttl-cache.ts'

const CHECK_TIMEOUT_MS = 2_000

/** A check rejects when it fails. One that passes may answer with a sentence for the operator. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>

export interface ChainProbe {
  check(): Promise<unknown>
  /** What the chain's endpoints lack, in one sentence each. */
  missing(): readonly string[]
}

export interface ProbeOptions {
  logger: Logger
  registry: Registry
  /** The service is ready while all of these pass. */
  checks: ReadinessChecks
  /**
   * Keyed by the chain's name. The service is ready while one of these passes, because the work of the other chains
   * goes on.
   */
  chains?: Readonly<Record<string, ChainProbe>> | undefined
  files?: (() => Record<string, string> | undefined) | undefined
  draining: AbortSignal
  health: () => HealthAnswer
}

/** A text is sent as plain text, an object as JSON. */
export type HealthAnswer = string | object | Promise<string | object>

const healthKeptMs = 1_000

/** Serves `/health`, `/ready` and `/metrics`. */
export function probeRoutes({
  logger,
  registry,
  checks: all,
  chains = {},
  files,
  draining,
  health,
}: ProbeOptions): Router {
  const router = Router()
  const checks = { ...all, ...Object.fromEntries(Object.entries(chains).map(([name, { check }]) => [name, check])) }
  const passed = new Gauge({
    name: 'tandem_ready_check',
    help: '1 if the check passed when readiness was last asked for, and 0 if it failed.',
    labelNames: ['check'],
    registers: [registry],
  })
  const healthRequests = new Counter({
    name: 'tandem_health_requests_total',
    help: 'Requests for /health, to which no rate limit applies.',
    registers: [registry],
  })
  const readHealth = ttlCache(healthKeptMs, async (_all: 'all') => health())
  router.get('/health', async (_req, res) => {
    healthRequests.inc()
    const answer = await readHealth('all')
    res.set('Cache-Control', 'no-store')
    if (typeof answer === 'string') res.type('text/plain').send(answer)
    else res.json(answer)
  })
  router.get('/ready', async (_req, res) => {
    const answer = { ...(await readiness({ logger, checks, chains, draining })), files: files?.() }
    for (const [check, { ok }] of Object.entries(answer.checks)) if (check in checks) passed.set({ check }, ok ? 1 : 0)
    res
      .status(answer.ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(answer)
  })
  router.get('/metrics', async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

async function readiness(
  o: Pick<ProbeOptions, 'logger' | 'checks' | 'draining'> & { chains: Readonly<Record<string, ChainProbe>> },
): Promise<ReadinessWire> {
  if (o.draining.aborted)
    return { ready: false, checks: { shutdown: { ok: false, message: 'the service is stopping' } } }
  const results = await Promise.all(
    Object.entries(o.checks).map(async ([name, check]) => {
      try {
        const said = await within(CHECK_TIMEOUT_MS, check())
        return [name, { ok: true, ...(typeof said === 'string' && { message: said }) }] as const
      } catch (error) {
        o.logger.warn('ready.check_failed', { check: name, error })
        // Only our own messages are shown: a driver's message names hosts and users.
        return [name, { ok: false, message: error instanceof AppError ? error.message : 'not available' }] as const
      }
    }),
  )
  const checks = Object.fromEntries(results)
  const chains = Object.fromEntries(
    Object.entries(o.chains).map(([name, { missing }]) => [
      name,
      { able: checks[name]?.ok === true, missing: [...missing()] },
    ]),
  )
  const isOneAble = Object.keys(chains).length === 0 || Object.values(chains).some(({ able }) => able)
  const areOthersOk = results.every(([name, { ok }]) => ok || name in chains)
  return { ready: areOthersOk && isOneAble, checks, ...(Object.keys(chains).length === 0 ? {} : { chains }) }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('UPSTREAM_TIMEOUT', `no answer within ${timeoutMs} ms`)), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
