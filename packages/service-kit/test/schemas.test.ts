import { expect, it } from '@jest/globals'
import { createTestDatabase } from '@tandem/local-services'
import pg from 'pg'
import { schemaScript } from '../src/migrate.ts'

const ofTables = `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`

const columns = `SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
    CASE WHEN a.attnotnull THEN ' not null' ELSE '' END || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS text
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum), LATERAL
    (SELECT c.oid, c.relname ${ofTables}) c
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1`

const constraints = `SELECT t.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) AS text
  FROM pg_constraint k, LATERAL (SELECT c.oid, c.relname ${ofTables}) t WHERE k.conrelid = t.oid AND k.contype <> 'n' ORDER BY 1`

/**
 * Indexes of plain columns over all rows, with nulls in the default order. The Prisma schema cannot express any others.
 */
const indexes = `SELECT pg_get_indexdef(i.indexrelid) AS text
  FROM pg_index i, LATERAL (SELECT c.oid ${ofTables}) t
  WHERE i.indrelid = t.oid AND i.indpred IS NULL AND i.indexprs IS NULL
    AND pg_get_indexdef(i.indexrelid) NOT LIKE '% NULLS %' ORDER BY 1`

async function catalogOf(url: string, script = ''): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(script)
    const read = async (query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text)
    return { columns: await read(columns), constraints: await read(constraints), indexes: await read(indexes) }
  } finally {
    await client.end()
  }
}

it.each(['orderbook', 'relayer'] as const)(
  'the migrations of the %s make what its Prisma schema says',
  async (service) => {
    const [migrated, empty] = [await createTestDatabase('migrated', service), await createTestDatabase('empty')]
    try {
      const schemaDir = new URL(`../../../services/${service}/prisma/schema`, import.meta.url).pathname
      const expected = await catalogOf(empty.url, await schemaScript(empty.url, schemaDir))
      expect(expected.columns?.length).toBeGreaterThan(50)
      expect(await catalogOf(migrated.url)).toEqual(expected)
    } finally {
      await Promise.all([migrated.drop(), empty.drop()])
    }
  },
)
