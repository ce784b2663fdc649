export const statementMs = 30_000

/** In PostgreSQL's own units, at most. */
export type SessionSettings = Readonly<Record<string, number>>

/**
 * `lock_timeout` bounds the wait for a lock. `idle_in_transaction_session_timeout` rolls back a hung process's
 * transaction. A dead client is noticed after 10 s + 3 x 5 s, a closed connection within a second.
 * @param anyMs for any statement.
 * @param more settings of one pool, which win.
 */
export const sessionSettingsOf = (anyMs: number, more: SessionSettings = {}): SessionSettings => ({
  statement_timeout: anyMs,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  client_connection_check_interval: 1_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  ...more,
})
