import { createHash } from 'node:crypto'
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
} as const

/** SQL, because Prisma's client knows no advisory locks. Each is held until the end of the transaction. */
const lock = command('SELECT pg_advisory_xact_lock($1)')
export const tryLock = statement('tried taken')('SELECT pg_try_advisory_xact_lock($1) AS taken')

export const takeLock = (tx: Db, name: keyof typeof locks) => execute(tx, lock, locks[name])
/** Takes the lock of a name, of which there are more than numbers for them. */
export const takeLockOf = (tx: Db, name: string) => execute(tx, lock, lockKeyOf(name))
export const takeSqlLock = (tx: Sql, name: keyof typeof locks) => tx.query(lock, [locks[name]])

/** The number of a name's lock: the first 63 bits of its SHA-256. */
export const lockKeyOf = (name: string): bigint =>
  createHash('sha256').update(name).digest().readBigInt64BE(0) & 0x7fffffffffffffffn
