import { Gauge, type Registry } from 'prom-client'
import { startIntervalLoop } from './interval-loop.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Logger } from './logger.ts'
import type { Rows } from './rows.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Sql } from './sql.ts'
import { statementsOf } from './statement.ts'

export interface SessionLimitOptions {
  sql: Sql
  wanted: SessionSettings
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
  /** Milliseconds between two checks; by default a minute. */
  intervalMs?: number
}

/**
 * Checks whether the sessions of a pool have the limits that the service asked for. A pooler drops
 * what a client asks for, and then only the settings of the role can set the limits.
 */
export function watchSessionLimits(o: SessionLimitOptions): void {
  const { wanted, logger } = o
  const missing = new Gauge({
    name: 'tandem_database_session_limit_missing',
    help: '1 while new database sessions start without the limit that this process asks for, or with a weaker one.',
    labelNames: ['setting'],
    registers: [o.registry],
  })
  for (const setting of Object.keys(wanted)) missing.set({ setting }, 0)
  const weak = new Map<string, number>()
  const check = async () => {
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
  const checking = startIntervalLoop({
    round: check,
    onError: (error) => logger.warn('database.session_limits_unknown', { error }),
    intervalMs: o.intervalMs ?? 60_000,
  })
  o.lifecycle.onStop('session limits', () => checking.stop(), 1_000)
}

/** Whether a limit is missing or weaker. Zero means no limit. */
const isWeaker = (seen: number, most: number): boolean => seen > most || (seen === 0 && most > 0)

type SessionSetting = Rows['sessionSetting']

/** TCP keep-alive is left out on a Unix socket, which has none. */
const sessionSettings = statementsOf<Rows>().statement('sessionSetting *')(`
SELECT name AS setting, setting::int AS seen, coalesce(unit, '') AS unit,
  quote_ident(session_user) AS role, quote_ident(current_database()) AS database
FROM pg_settings
WHERE name = ANY($1::text[]) AND (name NOT LIKE 'tcp_keepalives%' OR inet_client_addr() IS NOT NULL)
ORDER BY name`)

const readSession = (sql: Sql, names: readonly string[]) => sql.query(sessionSettings, [names])

/** The statement that sets the limit for the role in this database, which wins over all other settings. */
const mendOf = ({ role, database, setting, unit }: SessionSetting, most: number): string =>
  `ALTER ROLE ${role} IN DATABASE ${database} SET ${setting} = '${most}${unit}'`
