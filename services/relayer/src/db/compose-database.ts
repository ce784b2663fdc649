import {
  type Lifecycle,
  type Logger,
  type Part,
  requireOwnDatabase,
  sessionSettingsOf,
  statementMs,
  watchSessionLimits,
} from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { type Database, makeDatabase } from './client.ts'

type Needs = {
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'databaseAnswerMs'>
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
}

export function composeDatabase({ config, logger, registry, lifecycle }: Needs): Part & { database: Database } {
  const timeouts = { answerMs: config.databaseAnswerMs, statementMs }
  const isPooled = config.databaseDirectUrl !== undefined
  const database = makeDatabase(config.databaseUrl, config.databasePoolSize, timeouts, isPooled)
  return {
    database,
    start: async () => {
      await requireOwnDatabase(config.databaseUrl, 'relayer')
      await database.prisma.$connect()
      const wanted = sessionSettingsOf(statementMs)
      watchSessionLimits({ sql: database.sql, wanted, registry, logger, lifecycle })
    },
    stop: () => database.close(),
  }
}
