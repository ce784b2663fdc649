import { makePostgresPool } from '@tandem/service-kit'
import type pg from 'pg'

/** A command may run statements over every order, which can take hours. */
const statementMs = 6 * 3_600_000
/** A command waits for a lock longer than the statistics, or a step of a watcher, hold one. */
const lockMs = 60_000

/**
 * The pool of a command that an operator runs. A command that hangs loses its transaction and locks, as a service would.
 */
export const makeCommandPool = (databaseUrl: string, applicationName: string): pg.Pool =>
  makePostgresPool({
    databaseUrl,
    size: 2,
    applicationName,
    timeouts: { answerMs: statementMs, statementMs },
    serverSettings: { lock_timeout: lockMs },
  })
