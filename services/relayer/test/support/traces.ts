/** Searches for a secret wherever it could have been left. */
import { Redis } from 'ioredis'
import pg from 'pg'
import { type Hex, hexToBytes } from 'viem'

/** The forms of a secret in a text: hex, or base64. */
function spellingsOf(secret: Hex): string[] {
  const bytes = Buffer.from(hexToBytes(secret))
  return [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('latin1')]
}
const holds = (text: string, secret: Hex) =>
  spellingsOf(secret).some((spelling) => text.includes(spelling) || text.toLowerCase().includes(spelling))

/** Tables with a row that holds the secret; bytes are read as hex. */
export async function tablesWith(secret: Hex, databaseUrl: string): Promise<string[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const tables = await db.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)
    if (rows.some(({ row }) => holds(row, secret))) found.push(name)
  }
  await db.end()
  return found
}

/** Keys of Redis that hold the secret, by name or value. */
export async function redisKeysWith(secret: Hex, redisUrl: string): Promise<string[]> {
  const redis = new Redis(redisUrl)
  const found: string[] = []
  for (const key of await redis.keys('*')) {
    if (holds(`${key} ${JSON.stringify(await contentOf(redis, key))}`, secret)) found.push(key)
  }
  redis.disconnect()
  return found
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key)
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'stream':
      return redis.xrange(key, '-', '+')
    default:
      return null
  }
}

/** Keeps what this process writes to stdout and stderr instead of showing it. */
export function captureOutput(): { saw(secret: Hex): boolean; readonly length: number; restore(): void } {
  let text = ''
  const streams = [process.stdout, process.stderr]
  const originals = streams.map((stream) => stream.write)
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array) => {
      text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }
  }
  return {
    saw: (secret) => holds(text, secret),
    get length() {
      return text.length
    },
    restore: () => {
      for (const [index, stream] of streams.entries()) stream.write = originals[index] ?? stream.write
    },
  }
}
