import { relayerDocument, relayerOperations } from '@tandem/contracts'
import { createApp, type Lifecycle, type Limiter, type Logger, makeSqlIdempotencyStore } from '@tandem/service-kit'
import type { Express, Router } from 'express'
import type { Registry } from 'prom-client'
import type { ObservationPart } from './admin/compose-observation.ts'
import { makeReadHealth } from './admin/read-health.ts'
import type { ChainsPart } from './chain/compose-chains.ts'
import { oldestUnsentMs } from './claims/db/oldest-unsent.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { WorkerPart } from './queue/compose-worker.ts'
import { overdueMs } from './transactions/db/overdue-ms.ts'
import type { Clock } from './transactions/ports.ts'
import { version } from './version.ts'
import type { RelayerStore } from './work/db/relayer.store.ts'

type Needs = {
  config: Pick<Config, 'roles' | 'apiKeyHashes' | 'rateLimitPerMinute' | 'trustProxy'>
  routes: readonly Router[]
  database: Database
  limiter: Limiter
  probes: ChainsPart['probes']
  store: Pick<RelayerStore, 'counts'>
  observation: ObservationPart
  /** The worker; undefined in a process that takes no steps. */
  worker: Pick<WorkerPart, 'lastRound'> | undefined
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  now: Clock
}

/** The HTTP application: the routes of the subjects behind the limits, and the probes. */
export function composeApp(needs: Needs): Express {
  const { config, database, store, observation, worker, now } = needs
  const { prisma } = database
  const readWork = async () => {
    const [requests, oldestUnsent, overdue] = await Promise.all([
      store.counts(),
      oldestUnsentMs(prisma, now()),
      overdueMs(prisma, now()),
    ])
    return { requests, oldestUnsentMs: oldestUnsent, overdueMs: overdue }
  }
  return createApp({
    service: 'relayer',
    logger: needs.logger,
    registry: needs.registry,
    lifecycle: needs.lifecycle,
    operations: relayerOperations,
    document: relayerDocument,
    routes: needs.routes,
    health: makeReadHealth({
      version,
      roles: config.roles,
      work: readWork,
      isQueueUp: observation.isQueueUp,
      observation: observation.observation,
      lastSweepAgeMs: () => {
        const lastRound = worker?.lastRound()
        return lastRound === undefined ? null : now() - lastRound
      },
    }),
    checks: { database: () => prisma.request.findFirst({ select: { id: true } }) },
    chains: needs.probes,
    apiKeyHashes: config.apiKeyHashes,
    rateLimitPerMinute: config.rateLimitPerMinute,
    redis: needs.limiter.redis,
    trustProxy: config.trustProxy,
    idempotencyStore: makeSqlIdempotencyStore(database.sql, now),
  })
}
