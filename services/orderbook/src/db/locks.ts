import { command, type Sql } from '@tandem/service-kit'
import { type Db, execute } from './client.ts'
import { statement } from './statements.ts'

/** Every advisory lock by number. Chains have locks by the hashes of their names. */
export const locks = {
  /** Numbers events. */
  sequence: 7_216_010_001n,
  /** Computes statistics. */
  snapshot: 7_216_010_002n,
  /** Turns events into deliveries. */
  fanOut: 7_216_010_003n,
  /** Folds events into roll-ups, or compares them. */
  fold: 7_216_010_004n,
  /** Deletes old rows. */
  retention: 7_216_010_006n,
  /** Stores events of hops. */
  hops: 7_216_010_007n,
  /** Seeds the hash of a client with webhooks. */
  webhookClients: 7_216_010_008n,
} as const

/** Each lock is held until the end of the transaction. */
const lock = command('SELECT pg_advisory_xact_lock($1)')
export const tryLock = statement('tried taken')('SELECT pg_try_advisory_xact_lock($1) AS taken')

export const takeLock = (tx: Db, name: keyof typeof locks) => execute(tx, lock, locks[name])
export const takeSqlLock = (tx: Sql, name: keyof typeof locks) => tx.query(lock, [locks[name]])
