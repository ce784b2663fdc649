import {
  type Lifecycle,
  type Logger,
  type Part,
  type PostgresTimeouts,
  requireOwnDatabase,
  sessionSettingsOf,
  statementMs,
  watchSessionLimits,
} from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Clock } from '../ports.ts'
import { type Database, makeDatabase, serverSettings } from './client.ts'
import { makeReadReplica, type ReadReplica, readsOfPrimary } from './read-replica.ts'

export type Databases = Part & {
  /** Serves orders, quotes and background work. */
  readonly essential: Database
  /** Serves lists, statistics and events. The database is the same, but the connections are separate. */
  readonly lists: Database
  /** Serves reads that may be some seconds old, from a replica where one is configured. */
  readonly reads: ReadReplica
}

type Needs = {
  config: Pick<
    Config,
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'databaseReadUrl'
    | 'databasePoolSize'
    | 'databaseAnswerMs'
    | 'listStatementMs'
    | 'roles'
  >
  /** A database that replaces the configured one in all three places. Only tests give one. */
  given: Database | undefined
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  now: Clock
}

export function composeDatabase(needs: Needs): Databases {
  const { config, given, logger } = needs
  const sizes = poolSizesOf(config)
  const open = (url: string, poolSize: number, timeouts: PostgresTimeouts, lost = 'database.connection_lost') =>
    makeDatabase(url, {
      poolSize,
      timeouts,
      isPooled: config.databaseDirectUrl !== undefined,
      onConnectionLost: (error) => logger.warn(lost, { error }),
    })
  const essential =
    given ?? open(config.databaseUrl, sizes.essential, { answerMs: config.databaseAnswerMs, statementMs })
  const lists = given ?? open(config.databaseUrl, sizes.lists, listTimeoutsOf(config))
  const reads = readsOf(needs, lists, open)
  return {
    essential,
    lists,
    reads,
    start: async () => {
      await requireOwnDatabase(config.databaseUrl, 'orderbook')
      await essential.prisma.$connect()
      const wanted = sessionSettingsOf(statementMs, serverSettings)
      const { registry, lifecycle } = needs
      watchSessionLimits({ sql: essential.sql, wanted, registry, logger, lifecycle })
      if (config.roles.includes('api')) reads.start()
    },
    stop: async () => {
      await Promise.all([reads.stop(), lists.close(), ...(essential === lists ? [] : [essential.close()])])
    },
  }
}

/**
 * Lists, statistics and events that clients read get three of ten connections, and nothing else does: whoever floods them takes no
 * connection from orders and quotes.
 */
function poolSizesOf({ databasePoolSize }: Needs['config']): { essential: number; lists: number } {
  const lists = Math.max(1, Math.floor(databasePoolSize * 0.3))
  return { essential: Math.max(1, databasePoolSize - lists), lists }
}

/**
 * The statement's time limit is shorter than the client's, so that PostgreSQL ends the statement and the connection can be
 * used again.
 */
const listTimeoutsOf = ({ listStatementMs }: Needs['config']): PostgresTimeouts => ({
  answerMs: listStatementMs + 500,
  statementMs: listStatementMs,
})

const replicaMaxLagMs = 5_000

function readsOf(
  { config, logger, now }: Needs,
  primary: Database,
  open: (url: string, poolSize: number, timeouts: PostgresTimeouts, lost: string) => Database,
): ReadReplica {
  const { databaseReadUrl: url, databasePoolSize } = config
  if (url === undefined || !config.roles.includes('api')) return readsOfPrimary(primary)
  return makeReadReplica({
    primary,
    replica: open(url, databasePoolSize, listTimeoutsOf(config), 'replica.connection_lost'),
    maxLagMs: replicaMaxLagMs,
    now,
    onChange: (isUsed) => logger.warn(isUsed ? 'replica.used' : 'replica.not_used'),
    onError: (error) => logger.warn('replica.not_asked', { error }),
  })
}
