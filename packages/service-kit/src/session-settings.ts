export const statementMs = 30_000

/** Upper bounds, in PostgreSQL's own units. */
export type SessionSettings = Readonly<Record<string, number>>

/**
 * The settings of each session. `lock_timeout` bounds the wait for a lock. `idle_in_transaction_session_timeout` rolls
 * back the transaction of a process that hangs. A dead client is noticed after 10 s + 3 x 5 s, a closed connection
 * within a second.
 *
 * @param anyMs the limit of any statement.
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
