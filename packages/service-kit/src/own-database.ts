import pg from 'pg'

/**
 * Refuses the database of another service. Each service's first migration has a name of its own, and a service in the
 * wrong database would miss its tables, and say so with every statement.
 *
 * @throws Error when the migrations of another service made this database. A database that does not answer is left to
 * the readiness check.
 */
export async function requireOwnDatabase(databaseUrl: string, service: string): Promise<void> {
  const history = await readHistory(databaseUrl).catch(() => undefined)
  if (history === undefined || history.first.endsWith(`_${service}`)) return
  throw new Error(
    `the database "${history.database}" belongs to another service: its first migration is ${history.first}. Give the ` +
      `${service} a database of its own in DATABASE_URL.`,
  )
}

/** The name of the database and of its first migration; `undefined` if there is no migration. */
async function readHistory(connectionString: string): Promise<{ first: string; database: string } | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ first: string; database: string }>(
      'SELECT migration_name AS first, current_database() AS database FROM _prisma_migrations ORDER BY started_at, migration_name LIMIT 1',
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
