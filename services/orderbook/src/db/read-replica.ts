import { type IntervalLoop, isDatabaseOutage, isStatementTimeout, startIntervalLoop } from '@tandem/service-kit'
import type { Database } from './client.ts'
import { statement } from './statements.ts'

/** How far primary and replica are, as positions in the write-ahead log. */
export interface Positions {
  /** Undefined when the database at the replica's address is no standby. */
  replayed: bigint | undefined
  /** The primary is asked after the replica, so that a healthy replica never seems to be ahead. */
  written: bigint
}

export interface ReadReplica {
  /**
   * Runs work that may see data some seconds old. The work must only read: when the replica fails, it runs again on the
   * primary.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Begins to measure the replica's lag. Before that, all work goes to the primary. */
  start(): void
  stop(): Promise<void>
}

export interface ReadReplicaOptions {
  primary: Database
  replica: Database
  maxLagMs: number
  now: () => number
  onChange: (isUsed: boolean) => void
  /** Called once for each outage, not for each failed attempt. */
  onError: (error: unknown) => void
}

const askEveryMs = 500

/** Uses the replica while it is at most `maxLagMs` behind. Opens no connection before `start`. */
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
        // A statement that takes too long on the replica would take as long on the primary.
        if (isStatementTimeout(error)) throw error
        // PostgreSQL reports an outage also when it cancels a statement that blocks the replay.
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

export const readsOfPrimary = (primary: Database): ReadReplica => ({
  read: (work) => work(primary),
  start: () => undefined,
  stop: async () => undefined,
})

/**
 * Decides whether the replica is fresh enough, by the positions of the primary: a standby that lost its primary does not
 * know its own lag.
 */
export function makeFreshness(maxLagMs: number) {
  /** Positions that the primary had reached lately, the oldest first. */
  let written: { position: bigint; at: number }[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  const forget = () => {
    written = []
    freshAt = Number.NEGATIVE_INFINITY
  }
  return {
    forget,
    /** @param at when the positions were asked for, in unix milliseconds. */
    saw: (positions: Positions, at: number): void => {
      // A replica that is ahead of the primary has followed another primary.
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

/** This statement and the next one are SQL, because Prisma's client knows nothing of the write-ahead log. */
const replayedTo = statement('replayedTo')(`
SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn`)
const writtenTo = statement('writtenTo lsn')('SELECT pg_current_wal_lsn()::text AS lsn')

async function positionsOf({ primary, replica }: ReadReplicaOptions): Promise<Positions> {
  const [of] = await replica.sql.query(replayedTo, [])
  const [to] = await primary.sql.query(writtenTo, [])
  if (to === undefined) throw new Error('PostgreSQL does not say how far it has written')
  const lsn = of?.lsn ?? undefined
  return { replayed: lsn === undefined ? undefined : positionOf(lsn), written: positionOf(to.lsn) }
}

/** PostgreSQL writes a position as two hexadecimal halves, such as `16/B374D848`. */
function positionOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
