import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import pg from 'pg'
import { perRow, rowStatement } from '../src/row-statement.ts'
import { makeSqlDatabase, type Sql } from '../src/sql.ts'
import { unchecked } from '../src/testing.ts'

interface Note {
  id: number
  text: string | null
  bytes: Uint8Array | null
  json: string
  amount: bigint
  at: Date
}

const insert = rowStatement(
  { id: 'int', text: 'text', bytes: 'bytea', json: 'jsonb', amount: 'numeric', at: 'timestamptz' },
  (asked) =>
    unchecked<{ id: number }>(`
WITH ${asked},
saved AS (
  INSERT INTO notes SELECT id, text, bytes, json, amount, at FROM asked ON CONFLICT (id) DO NOTHING RETURNING id)
SELECT place, id FROM saved JOIN asked USING (id)`),
)
const read = rowStatement({ least: 'int' }, (asked) =>
  unchecked<{ id: number }>(
    `WITH ${asked} SELECT q.place, n.id FROM asked q JOIN notes n ON n.id >= q.least ORDER BY n.id`,
  ),
)
const touch = rowStatement({ id: 'int', text: 'text' }, (asked) =>
  unchecked(`
WITH ${asked}, held AS (SELECT n.id FROM notes n JOIN asked q ON q.id = n.id ORDER BY n.id FOR NO KEY UPDATE OF n)
UPDATE notes n SET text = q.text FROM asked q JOIN held ON held.id = q.id WHERE n.id = q.id`),
)

const note = (id: number, over: Partial<Note> = {}): Note => ({
  ...{ id, text: 'plain', bytes: null, json: '{}', amount: 1n, at: new Date(0) },
  ...over,
})

describe('a statement for many rows', () => {
  let database: TestDatabase
  let pool: pg.Pool
  let statements: number
  let sql: Sql

  beforeAll(async () => {
    database = await createTestDatabase('rows')
    pool = new pg.Pool({ connectionString: database.url })
    const plain = makeSqlDatabase(pool)
    sql = {
      query: (text, values) => {
        statements += 1
        return plain.query(text, values)
      },
    }
    await pool.query(
      'CREATE TABLE notes (id int PRIMARY KEY, text text, bytes bytea, json jsonb, amount numeric(78, 0), at timestamptz)',
    )
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  it('stores what each has given, whatever is in it, by one statement', async () => {
    statements = 0
    const awkward = ['"', "'", '\\', '{a,b}', 'NULL', '', 'ä\n€', null]
    const notes = awkward.map((text, index) =>
      note(index, {
        ...{ text, bytes: index % 2 === 0 ? new Uint8Array([0, 92, 255, index]) : null },
        ...{
          json: JSON.stringify({ text }),
          amount: 2n ** 255n + BigInt(index),
          at: new Date(1_700_000_000_123 + index),
        },
      }),
    )
    expect(await Promise.all(notes.map(perRow(sql, insert)))).toEqual(
      notes.map(({ id }) => [expect.objectContaining({ id })]),
    )
    expect(statements).toBe(1)
    const { rows } = await pool.query('SELECT * FROM notes ORDER BY id')
    expect(rows).toEqual(
      notes.map(({ bytes, json, amount, ...rest }) => ({
        ...{ ...rest, json: JSON.parse(json), amount: String(amount) },
        bytes: bytes === null ? null : Buffer.from(bytes),
      })),
    )
  })

  it('gives each what is its own: several rows, or none', async () => {
    const answers = await Promise.all([6, 8, 5].map((least) => perRow(sql, read)({ least })))
    expect(answers.map((rows) => rows.map(({ id }) => id))).toEqual([[6, 7], [], [5, 6, 7]])
    const together = perRow(sql, read)
    const again = await Promise.all([6, 8, 5].map((least) => together({ least })))
    expect(again.map((rows) => rows.map(({ id }) => id))).toEqual([[6, 7], [], [5, 6, 7]])
  })

  it('tells one whose row was there before from the others', async () => {
    const answers = await Promise.all([0, 100].map((id) => note(id)).map(perRow(sql, insert)))
    expect(answers.map((rows) => rows.length)).toEqual([0, 1])
  })

  it('stores nothing for any caller when it fails', async () => {
    const save = perRow(sql, insert)
    const all = await Promise.allSettled([save(note(200)), save(note(201, { json: 'not json' }))])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await pool.query('SELECT 1 FROM notes WHERE id = 200')).rowCount).toBe(0)
  })

  it('lets two that change the same rows in another order both come to an end', async () => {
    const ids = [0, 1, 2, 3, 4, 5, 6, 7]
    const writers = Array.from({ length: 4 }, () => perRow(sql, touch))
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(
        writers.flatMap((write, index) => {
          const order = index % 2 === 0 ? ids : [...ids].reverse()
          return order.map((id) => write({ id, text: `${round} ${index}` }))
        }),
      )
    }
    expect((await pool.query("SELECT 1 FROM notes WHERE text LIKE '49 %'")).rowCount).toBe(ids.length)
  })
})
