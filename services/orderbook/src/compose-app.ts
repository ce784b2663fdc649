import { ORDERBOOK_HEALTH_TEXT, orderbookDocument, orderbookOperations } from '@tandem/contracts'
import {
  createApp,
  type Lifecycle,
  type Limiter,
  type Logger,
  makeSqlIdempotencyStore,
  type SecretBox,
} from '@tandem/service-kit'
import type { Express, Router } from 'express'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Databases } from './db/compose-database.ts'
import type { MakersPart } from './makers/compose-makers.ts'
import type { NetworkPart } from './network/compose-network.ts'
import type { Clock } from './ports.ts'
import type { WatcherPart } from './watcher/compose-watcher.ts'

type Needs = {
  config: Pick<Config, 'publicUrl' | 'apiKeyHashes' | 'rateLimitPerMinute' | 'trustProxy'>
  routes: readonly Router[]
  databases: Databases
  limiter: Limiter
  network: Pick<NetworkPart, 'abilities' | 'fileSha256'>
  /** Undefined in a process without the role `api`, which asks no makers. */
  makers: Pick<MakersPart, 'fileSha256'> | undefined
  /** Undefined in a process without the role `watcher`, which watches no chain. */
  watcher: Pick<WatcherPart, 'watcher'> | undefined
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  now: Clock
  box: SecretBox | undefined
}

/** The HTTP application: the routes of the subjects behind the limits, and the probes. */
export function composeApp(needs: Needs): Express {
  const { config, network, makers, registry, logger, lifecycle } = needs
  const { prisma, sql } = needs.databases.essential
  const { watcher } = needs.watcher ?? {}
  return createApp({
    service: 'orderbook',
    logger,
    registry,
    lifecycle,
    operations: orderbookOperations,
    document: () => orderbookDocument(config.publicUrl),
    routes: needs.routes,
    health: () => ORDERBOOK_HEALTH_TEXT,
    // Reads a table, so that a database without migrations is not ready.
    checks: {
      database: () => prisma.chainCursor.findFirst({ select: { chain: true } }),
      ...(watcher === undefined ? {} : { watcher: () => watcher.checkStart() }),
    },
    chains: Object.fromEntries(
      (watcher?.chains ?? []).map((chain) => [
        chain,
        network.abilities.probeOf(chain, async () => watcher?.check(chain)),
      ]),
    ),
    files: () => known({ MAKERS_FILE: makers?.fileSha256() ?? null, NETWORK_FILE: network.fileSha256() }),
    apiKeyHashes: config.apiKeyHashes,
    rateLimitPerMinute: config.rateLimitPerMinute,
    redis: needs.limiter.redis,
    trustProxy: config.trustProxy,
    idempotencyStore: makeSqlIdempotencyStore(sql, needs.now, needs.box),
  })
}

/** The SHA-256 of each watched file, by its setting. Undefined when no file is watched. */
function known(files: Record<string, string | null>): Record<string, string> | undefined {
  const read = Object.entries(files).flatMap(([name, sha256]) => (sha256 === null ? [] : [[name, sha256] as const]))
  return read.length === 0 ? undefined : Object.fromEntries(read)
}
