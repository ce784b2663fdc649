import pg, { type PoolClient } from 'pg'
import { currentRequestId } from './request-context.ts'
import { type SessionSettings, sessionSettingsOf } from './session-settings.ts'

export interface PostgresTimeouts {
  /** Milliseconds that a request waits for a connection, and then for each statement. */
  answerMs: number
  /** The same for background work. PostgreSQL itself also ends statements that take longer. */
  statementMs: number
}

export interface PostgresPoolOptions {
  databaseUrl: string
  size: number
  applicationName: string
  timeouts: PostgresTimeouts
  onConnectionLost?: ((error: Error) => void) | undefined
  /** Settings of each session, such as `{ max_parallel_workers_per_gather: 0 }`. */
  serverSettings?: SessionSettings
  /** True behind a pooler in transaction mode. No statement is then prepared by name. */
  isPooled?: boolean | undefined
}

/** Milliseconds that a connection may take to open. After a failover the old address may answer nothing at all. */
const connectTimeoutMs = 5_000
const keepAliveAfterMs = 10_000

/** How long the current work waits for a connection, and then for each answer, in milliseconds. */
const limitMs = ({ answerMs, statementMs }: PostgresTimeouts): number =>
  currentRequestId() === undefined ? statementMs : answerMs

/** Prisma's client writes and reads times without an offset, and PostgreSQL takes them for times of the session's zone. */
const timeZone = 'UTC'

/**
 * Makes a pool that gives up on a PostgreSQL that does not answer, and on dead connections. TCP by
 * itself would report neither for minutes.
 */
export function makePostgresPool(options: PostgresPoolOptions): pg.Pool {
  const { timeouts } = options
  const pool = new PatientPool(
    {
      connectionString: options.databaseUrl,
      max: options.size,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      ...(options.isPooled === true ? {} : sessionSettings(options)),
    },
    { timeouts, isPooled: options.isPooled === true },
  )
  // A pooler drops the options of a connection, and keeps the zone that each of its clients has set.
  if (options.isPooled === true)
    pool.on('connect', (client) => void client.query(`SET TIME ZONE '${timeZone}'`).catch(() => undefined))
  // Without a listener, a closed idle connection would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error))
  return pool
}

function sessionSettings({ timeouts, serverSettings }: PostgresPoolOptions) {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...others } = sessionSettingsOf(
    timeouts.statementMs,
    serverSettings,
  )
  return {
    ...{ statement_timeout, lock_timeout, idle_in_transaction_session_timeout },
    options: Object.entries({ TimeZone: timeZone, ...others })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
}

export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError'
}

type Callback = (error: Error | undefined, client?: PoolClient, release?: (error?: Error | boolean) => void) => void
type Query = (...args: unknown[]) => unknown

class PatientPool extends pg.Pool {
  readonly #timeouts: PostgresTimeouts
  readonly #isPooled: boolean
  /** A connection that has not answered since this time may be dead. */
  #suspectUntil = Number.NEGATIVE_INFINITY
  readonly #workedAt = new WeakMap<PoolClient, number>()
  /**
   * When PostgreSQL last answered anybody. The wait for a connection is counted from here, because
   * a caller that waits while others get answers is only in a queue.
   */
  #progressAt = Number.NEGATIVE_INFINITY

  constructor(config: pg.PoolConfig, { timeouts, isPooled }: { timeouts: PostgresTimeouts; isPooled: boolean }) {
    super(config)
    this.#timeouts = timeouts
    this.#isPooled = isPooled
    this.on('connect', (client) => {
      this.#worked(client)
      this.#watch(client)
    })
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const taken = this.#take()
    if (callback === undefined) return taken
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  /**
   * Takes a connection. One that arrives after the deadline goes back to the pool. The only promise
   * is made by hand, because each promise adds a tenth to the time of a small statement.
   */
  #take(): Promise<PoolClient> {
    const limit = limitMs(this.#timeouts)
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      let isOver = false
      const check = () => {
        const quietSince = Math.max(startedAt, this.#progressAt)
        const left = quietSince + limit - performance.now()
        if (left > 0) {
          timer = setTimeout(check, left)
          return
        }
        isOver = true
        reject(new DatabaseTimeoutError(`no connection to PostgreSQL within ${limit} ms`))
      }
      let timer = setTimeout(check, limit)
      const ask = () =>
        super.connect((error, client, release) => {
          if (client !== undefined && (this.#workedAt.get(client) ?? 0) < this.#suspectUntil) {
            release(new DatabaseTimeoutError('another connection of this age went silent'))
            if (!isOver) ask()
            return
          }
          clearTimeout(timer)
          if (client === undefined) reject(error ?? new Error('the pool gave no connection'))
          else if (isOver) release()
          else resolve(client)
        })
      ask()
    })
  }

  #worked(client: PoolClient): void {
    this.#progressAt = performance.now()
    this.#workedAt.set(client, this.#progressAt)
  }

  #watch(client: PoolClient): void {
    const query = client.query.bind(client) as Query
    const noted = (error: Error | null | undefined, startedAt: number) => {
      if (error?.message === 'Query read timeout') this.#suspectUntil = Math.max(this.#suspectUntil, startedAt)
      else this.#worked(client)
    }
    const limited: Query = (first, second, third) => {
      // A cursor or a stream has time limits of its own.
      if (typeof (first as { submit?: unknown } | null)?.submit === 'function') return query(first, second, third)
      const startedAt = performance.now()
      const config = {
        ...(typeof first === 'string' ? { text: first } : (first as object)),
        ...(Array.isArray(second) ? { values: second } : {}),
        ...(this.#isPooled ? { name: undefined } : {}),
        query_timeout: limitMs(this.#timeouts),
      }
      const callback = [second, third].find((one) => typeof one === 'function') as
        | ((error: Error | null, result: unknown) => void)
        | undefined
      if (callback !== undefined) {
        return query(config, (error: Error | null, result: unknown) => {
          noted(error, startedAt)
          callback(error, result)
        })
      }
      return (query(config) as Promise<unknown>).then(
        (result) => {
          noted(undefined, startedAt)
          return result
        },
        (error: Error) => {
          noted(error, startedAt)
          throw error
        },
      )
    }
    client.query = limited as PoolClient['query']
  }
}
