/** How long a statement of background work, of a list or of the statistics may take. */
export const statementMs = 30_000

/** Settings of PostgreSQL by name, each in PostgreSQL's own unit and the most that a session may have. */
export type SessionSettings = Readonly<Record<string, number>>

/**
 * The settings that a session of a service starts with. A statement waits no longer than `lock_timeout` for another one's
 * lock. A transaction that says nothing for `idle_in_transaction_session_timeout` is rolled back: its process hangs, and
 * holds locks. PostgreSQL notices a client that died without a word (power, network) after 10 s + 3 x 5 s, and one that
 * closed its connection within a second: its transaction is rolled back and its locks are free.
 *
 * @param anyMs milliseconds that any statement may take.
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
