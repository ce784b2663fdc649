import { createHash } from 'node:crypto'
import pg from 'pg'

/** The right to lead one chain, held as long as its connection lives. */
export interface Leadership {
  /** Settles when the connection is lost, and with it the right. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

/**
 * Takes a session-level advisory lock on a connection of its own. PostgreSQL gives it back the moment the connection
 * ends, so a killed leader is replaced at the next attempt of another.
 *
 * @returns nothing when another process leads.
 */
export async function tryToLead(databaseUrl: string, chain: string): Promise<Leadership | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `tandem-watcher-${chain}`,
    keepAlive: true,
    // A host that is gone without a word is noticed by the server in seven seconds, and not in two hours.
    options: '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2',
  })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  await client.connect()
  const { rows } = await client.query<{ leads: boolean }>('SELECT pg_try_advisory_lock($1) AS leads', [
    String(lockKey(chain)),
  ])
  if (rows[0]?.leads !== true) {
    await client.end()
    return undefined
  }
  return { lost, release: () => client.end() }
}

/** A 63-bit key of the chain's name. */
const lockKey = (chain: string): bigint =>
  createHash('sha256').update(`tandem-watcher:${chain}`).digest().readBigInt64BE(0) & 0x7fffffffffffffffn
