import { createHash } from 'node:crypto'
import { command, type Sql } from '@tandem/service-kit'
import { type Db, execute } from './client.ts'
import { statement } from './statements.ts'

/** The numbers of all advisory locks except those of chains, whose numbers are hashes of the chains' names. */
export const locks = {
  /** Held while events are numbered. */
  sequence: 7_216_010_001n,
  /** Held while statistics are computed. */
  snapshot: 7_216_010_002n,
  /** Held while events become webhook deliveries. */
  fanOut: 7_216_010_003n,
  /** Held while events are added to the roll-ups, or compared with them. */
  fold: 7_216_010_004n,
  /** Held while old rows are deleted. */
  retention: 7_216_010_006n,
  /** Held while events of hops are stored. */
  hops: 7_216_010_007n,
} as const

/**
 * Hand-written SQL, because Prisma's client has no advisory locks. PostgreSQL releases each of them
 * at the end of its transaction.
 */
const lock = command('SELECT pg_advisory_xact_lock($1)')
export const tryLock = statement('tried taken')('SELECT pg_try_advisory_xact_lock($1) AS taken')

export const takeLock = (tx: Db, name: keyof typeof locks) => execute(tx, lock, locks[name])
/** Takes the lock of a name that is only known at runtime, such as that of a client. */
export const takeLockOf = (tx: Db, name: string) => execute(tx, lock, lockKeyOf(name))
export const takeSqlLock = (tx: Sql, name: keyof typeof locks) => tx.query(lock, [locks[name]])

/** The number of a name's lock: the first 63 bits of its SHA-256. */
export const lockKeyOf = (name: string): bigint =>
  createHash('sha256').update(name).digest().readBigInt64BE(0) & 0x7fffffffffffffffn
