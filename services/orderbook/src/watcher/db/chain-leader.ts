import { makePostgresPool } from '@tandem/service-kit'
import type { PoolClient } from 'pg'
import { lockKeyOf } from '../../db/locks.ts'

/** Lets this process read a chain as the only one, as long as the connection of {@link ChainLeaders} lives. */
export interface Leadership {
  /** Settles when the connection is lost. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

export interface ChainLeaders {
  /** @returns undefined when another process, or this one, leads the chain already. */
  tryToLead(chain: string): Promise<Leadership | undefined>
  close(): Promise<void>
}

/** Statements are short, because none of them waits for a lock. */
const statementMs = 5_000
const heartbeatMs = 2_000

/**
 * Leadership of chains by session-level advisory locks on one connection. PostgreSQL frees the locks when the connection
 * ends, so that a killed leader is replaced at once. SQL takes them: Prisma's client has no advisory locks and does not
 * keep a connection.
 */
export function makeChainLeaders(databaseUrl: string): ChainLeaders {
  const pool = makePostgresPool({
    databaseUrl,
    size: 1,
    applicationName: 'tandem-watcher-lead',
    timeouts: { answerMs: statementMs, statementMs },
    // The server notices a dead host in seven seconds.
    serverSettings: { tcp_keepalives_idle: 3, tcp_keepalives_interval: 2, tcp_keepalives_count: 2 },
  })
  let session: Promise<Session> | undefined
  const forget = () => {
    session = undefined
  }
  const connected = (): Promise<Session> => {
    session ??= pool.connect().then(
      (db) => openSession(db, forget),
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return session
  }
  return {
    tryToLead: async (chain) => (await connected()).tryToLead(chain),
    close: async () => {
      const open = await session?.catch(() => undefined)
      open?.end()
      await pool.end()
    },
  }
}

type Session = { tryToLead: ChainLeaders['tryToLead']; end(error?: Error): void }

function openSession(db: PoolClient, onEnd: () => void): Session {
  /** The chains that are led, each with a function to call when the session ends. */
  const led = new Map<string, () => void>()
  let isOver = false
  const end = (error?: Error) => {
    if (isOver) return
    isOver = true
    clearInterval(heartbeat)
    onEnd()
    // Closing the connection frees all locks, even those whose answer was lost.
    db.release(error ?? new Error('the session of the leader ends'))
    for (const lose of led.values()) lose()
    led.clear()
  }
  const heartbeat = setInterval(() => void db.query('SELECT 1').catch(end), heartbeatMs)
  db.on('error', end)
  db.on('end', () => end())
  const ask = async (statement: string, chain: string): Promise<boolean> => {
    try {
      const { rows } = await db.query<{ done: boolean }>(statement, [String(lockKey(chain))])
      return rows[0]?.done === true
    } catch (error) {
      end(error as Error)
      throw error
    }
  }
  return {
    end,
    tryToLead: async (chain) => {
      // PostgreSQL would give a session its own lock again, so this check decides within the process.
      if (isOver || led.has(chain)) return undefined
      let lose: () => void = () => {}
      const lost = new Promise<void>((resolve) => {
        lose = resolve
      })
      led.set(chain, lose)
      const leads = await ask('SELECT pg_try_advisory_lock($1) AS done', chain).catch((error: unknown) => {
        led.delete(chain)
        throw error
      })
      if (!leads) {
        led.delete(chain)
        return undefined
      }
      return {
        lost,
        release: async () => {
          if (isOver || !led.has(chain)) return
          await ask('SELECT pg_advisory_unlock($1) AS done', chain)
          led.delete(chain)
        },
      }
    },
  }
}

const lockKey = (chain: string): bigint => lockKeyOf(`tandem-watcher:${chain}`)
