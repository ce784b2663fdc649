import { makePostgresPool } from '@tandem/service-kit'
import type { PoolClient } from 'pg'
import { lockKeyOf } from '../../db/locks.ts'

/** As long as the connection of {@link ChainLeaders} lives. */
export interface Leadership {
  /** Settles when the connection is lost. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

export interface ChainLeaders {
  /** @returns nothing when the chain is led already. */
  tryToLead(chain: string): Promise<Leadership | undefined>
  close(): Promise<void>
}

/** Nothing here waits for a lock. */
const statementMs = 5_000
const heartbeatMs = 2_000

/**
 * Session-level advisory locks on one connection. PostgreSQL frees them when the connection ends, so a killed leader is
 * replaced at once. They are taken by SQL: Prisma's client neither knows advisory locks nor keeps a connection.
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
  /** Told when the session ends. */
  const led = new Map<string, () => void>()
  let isOver = false
  const end = (error?: Error) => {
    if (isOver) return
    isOver = true
    clearInterval(heartbeat)
    onEnd()
    // Closing frees all locks, also unknown ones.
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
      // A session takes its own lock once more: this decides within the process.
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
