import { type IntervalLoop, isDatabaseOutage, startIntervalLoop } from '@tandem/service-kit'
import type { Database } from './client.ts'

/** How far the replica and the primary are, as each says: positions of the write-ahead log. */
export interface Positions {
  /** Undefined when the server is not a standby, or has replayed nothing. */
  replayed: bigint | undefined
  /** Of the primary, asked after the replica. */
  written: bigint
}

/** Which of the two serves reads. */
export interface ReadReplica {
  /**
   * Runs work that may see what was so some seconds ago: on the replica, or, when that is behind, is no standby of the
   * primary, or fails, on the primary. The work may therefore run twice, and must only read.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Begins to watch how far the replica is behind; until its first answer the primary is read from. */
  start(): void
  stop(): Promise<void>
}

export interface ReadReplicaOptions {
  primary: Database
  replica: Database
  /** A replica that is further behind, in milliseconds, is not read from. */
  maxLagMs: number
  now: () => number
  /** Told when the replica begins, or ceases, to be read from. */
  onChange: (isUsed: boolean) => void
  /** Told once of servers that cannot be asked, until they can. */
  onError: (error: unknown) => void
}

const askEveryMs = 500

/** Opens nothing before `start`. `stop` also closes the replica's connections. */
export function makeReadReplica(o: ReadReplicaOptions): ReadReplica {
  const freshness = makeFreshness(o.maxLagMs)
  let wasUsed = false
  let isAnswered = true
  const isUsed = () => {
    const is = freshness.isFresh(o.now())
    if (is !== wasUsed) o.onChange(is)
    wasUsed = is
    return is
  }
  const round = async () => {
    const askedAt = o.now()
    freshness.saw(await positionsOf(o), askedAt)
    isAnswered = true
    isUsed()
  }
  const onError = (error: unknown) => {
    isUsed()
    if (isAnswered) o.onError(error)
    isAnswered = false
  }
  let asking: IntervalLoop | undefined
  return {
    read: async (work) => {
      if (!isUsed()) return work(o.primary)
      try {
        return await work(o.replica)
      } catch (error) {
        // Also a statement that was in the way of what the replica had to replay.
        if (!isDatabaseOutage(error)) throw error
        freshness.forget()
        isUsed()
        return work(o.primary)
      }
    },
    start: () => {
      asking = startIntervalLoop({ round, onError, intervalMs: askEveryMs })
    },
    stop: async () => {
      await asking?.stop()
      await o.replica.close()
    },
  }
}

/** Without a replica: everything is read from the primary. */
export const readsOfPrimary = (primary: Database): ReadReplica => ({
  read: (work) => work(primary),
  start: () => undefined,
  stop: async () => undefined,
})

/**
 * How old what the replica shows is, by the primary's own positions: those that a standby reports of itself say nothing
 * once it has lost the primary.
 */
export function makeFreshness(maxLagMs: number) {
  /** Where the primary was, oldest first. */
  let written: { position: bigint; at: number }[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  const forget = () => {
    written = []
    freshAt = Number.NEGATIVE_INFINITY
  }
  return {
    forget,
    /** @param at when the question was asked, in milliseconds. */
    saw: (positions: Positions, at: number): void => {
      // Ahead of the primary: it followed another one, whose changes this primary never had.
      if (positions.replayed === undefined || positions.replayed > positions.written) {
        forget()
        return
      }
      const { replayed } = positions
      written = [...written.filter((one) => at - one.at <= maxLagMs), { position: positions.written, at }]
      freshAt = Math.max(freshAt, ...written.filter(({ position }) => position <= replayed).map((one) => one.at))
    },
    isFresh: (now: number): boolean => now - freshAt <= maxLagMs,
  }
}

async function positionsOf({ primary, replica }: ReadReplicaOptions): Promise<Positions> {
  const [of] = await replica.sql.query<{ lsn: string | null }>(
    'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn',
    [],
  )
  const [to] = await primary.sql.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn', [])
  if (to === undefined) throw new Error('PostgreSQL does not say how far it has written')
  const lsn = of?.lsn ?? undefined
  return { replayed: lsn === undefined ? undefined : positionOf(lsn), written: positionOf(to.lsn) }
}

/** `16/B374D848` as a number of bytes. */
function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
