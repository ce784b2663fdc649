import { makePostgresPool } from '@tandem/service-kit'
import type pg from 'pg'

/** For a statement over every order. */
const statementMs = 6 * 3_600_000
/** Longer than a fold or a watcher's step. */
const lockMs = 60_000

/** A command that hangs loses its transaction and locks as a service would. */
export const makeCommandPool = (databaseUrl: string, applicationName: string): pg.Pool =>
  makePostgresPool({
    databaseUrl,
    size: 2,
    applicationName,
    timeouts: { answerMs: statementMs, statementMs },
    serverSettings: { lock_timeout: lockMs },
  })
