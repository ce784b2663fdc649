import { Gauge, type Registry } from 'prom-client'
import { startIntervalLoop } from './interval-loop.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Logger } from './logger.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Sql } from './sql.ts'

export interface SessionLimitOptions {
  /** On the pool that is watched. */
  sql: Sql
  wanted: SessionSettings
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  /** Between two looks; a minute by default. */
  intervalMs?: number
}

/**
 * Looks now and every minute whether sessions of the pool have the settings that the service would give them. A pooler
 * drops these at connect, and then only the role can have them. A limit that is missing or weaker is logged with the
 * statement that mends it, and counted; nothing else changes.
 */
export function watchSessionLimits(o: SessionLimitOptions): void {
  const { wanted, logger } = o
  const missing = new Gauge({
    name: 'tandem_database_session_limit_missing',
    help: '1 where sessions of the database start without a limit that the service relies on, or with a weaker one.',
    labelNames: ['setting'],
    registers: [o.registry],
  })
  for (const setting of Object.keys(wanted)) missing.set({ setting }, 0)
  const weak = new Map<string, number>()
  const look = async () => {
    for (const session of await readSession(o.sql, Object.keys(wanted))) {
      const { setting, seen, unit } = session
      const most = wanted[setting] ?? seen
      const isWeak = isWeaker(seen, most)
      missing.set({ setting }, isWeak ? 1 : 0)
      if (isWeak && weak.get(setting) !== seen) {
        const statement = mendOf(session, most)
        logger.warn('database.session_limit_missing', {
          setting,
          value: `${seen}${unit}`,
          wanted: `${most}${unit}`,
          statement,
        })
      }
      if (isWeak) weak.set(setting, seen)
      else if (weak.delete(setting)) logger.info('database.session_limit_set', { setting, value: `${seen}${unit}` })
    }
  }
  const looking = startIntervalLoop({
    round: look,
    onError: (error) => logger.warn('database.session_limits_unknown', { error }),
    intervalMs: o.intervalMs ?? 60_000,
  })
  o.lifecycle.onStop('session limits', () => looking.stop(), 1_000)
}

/** Zero is no limit at all, unless nothing is allowed. */
const isWeaker = (seen: number, most: number): boolean => seen > most || (seen === 0 && most > 0)

interface SessionSetting {
  setting: string
  seen: number
  /** Empty for a plain number. */
  unit: string
  role: string
  database: string
}

/** A session on a Unix socket has no TCP connection to keep alive. Names come back quoted where SQL needs it. */
const readSession = (sql: Sql, names: readonly string[]) =>
  sql.query<SessionSetting>(
    `SELECT name AS setting, setting::int AS seen, coalesce(unit, '') AS unit,
       quote_ident(session_user) AS role, quote_ident(current_database()) AS database
     FROM pg_settings
     WHERE name = ANY($1::text[]) AND (name NOT LIKE 'tcp_keepalives%' OR inet_client_addr() IS NOT NULL)
     ORDER BY name`,
    [names],
  )

/** Of the role in this database alone: it wins over what the role, the database or the server is given. */
const mendOf = ({ role, database, setting, unit }: SessionSetting, most: number): string =>
  `ALTER ROLE ${role} IN DATABASE ${database} SET ${setting} = '${most}${unit}'`
