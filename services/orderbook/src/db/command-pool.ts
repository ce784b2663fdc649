import { makePostgresPool } from '@tandem/service-kit'
import type pg from 'pg'

/** Long enough for a statement over every order. */
const statementMs = 6 * 3_600_000
/** The lock that a fold holds, or a step of the watcher: far longer than either takes. */
const lockMs = 60_000

/**
 * Connections of a command that runs beside the services. It locks what they need: a command that stands still, or whose host is
 * gone without a word, loses its transaction and its locks as a service would.
 */
export const makeCommandPool = (databaseUrl: string, applicationName: string): pg.Pool =>
  makePostgresPool({
    databaseUrl,
    size: 2,
    applicationName,
    timeouts: { answerMs: statementMs, statementMs },
    serverSettings: { lock_timeout: lockMs },
  })
