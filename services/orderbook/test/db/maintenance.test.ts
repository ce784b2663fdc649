/** The sweep deletes what nobody needs, among many rows that are kept. */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { deleteUntakenQuotes, sweep } from '../../src/maintenance/maintenance.ts'
import { makeQuoteStore } from '../../src/quotes/db/quote.store.ts'
import { aQuote } from '../support/builders.ts'
import { rowsRead, statementsSent } from '../support/rows-read.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const kept = { taken: 20_000, young: 30 }
/** More rows than two statements delete. */
const gone = 3_300
const database = useDatabase('maintenance')

beforeAll(async () => {
  const quote = aQuote()
  await makeQuoteStore(database.sql).insert(quote, new Date())
  const copies = (count: number, over: string) =>
    database.pool.query(
      `INSERT INTO quotes SELECT (jsonb_populate_record(q, jsonb_build_object('quote_id', gen_random_uuid(), ${over}))).*
       FROM quotes q, generate_series(1, $2) WHERE q.quote_id = $1::uuid`,
      [quote.quoteId, count],
    )
  await copies(kept.taken, `'expires_at', now() - interval '30 days', 'consumed_at', now() - interval '30 days'`)
  await copies(kept.young - 1, `'expires_at', now() - interval '23 hours'`)
  await copies(gone, `'expires_at', now() - interval '25 hours'`)
  await database.pool.query(
    `INSERT INTO idempotency_keys (scope, key, fingerprint, created_at, expires_at)
     SELECT 'open /orders', n, 'x', now(), now() + CASE WHEN n <= $1 THEN interval '-1 second' ELSE interval '1 hour' END
     FROM generate_series(1, $1::int + $2::int) n`,
    [gone, kept.young],
  )
  await database.pool.query('VACUUM ANALYZE quotes, idempotency_keys')
})
const counts = async () => {
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*) FILTER (WHERE consumed_at IS NOT NULL) FROM quotes)::int AS taken,
       (SELECT count(*) FILTER (WHERE consumed_at IS NULL) FROM quotes)::int AS untaken,
       (SELECT count(*) FROM idempotency_keys)::int AS keys`,
  )
  return rows[0]
}

describe('a sweep', () => {
  it('deletes a bounded number of quotes with each statement', async () => {
    expect(await deleteUntakenQuotes(database.prisma, 1_000, Date.now())).toEqual({ count: 1_000 })
    expect(await counts()).toMatchObject({ taken: kept.taken, untaken: kept.young + gone - 1_000 })
  })

  it('deletes all that is over, keeps what a late order may still name, and then reads no quote that was taken', async () => {
    await sweep(database.prisma, { events: 0, deliveries: 0 })
    expect(await counts()).toEqual({ taken: kept.taken, untaken: kept.young, keys: kept.young })
    await database.pool.query('VACUUM ANALYZE quotes')
    const [statement, ...others] = await statementsSent(database.pool, (prisma) =>
      deleteUntakenQuotes(prisma, 1_000, Date.now()),
    )
    expect(others).toEqual([])
    expect(await rowsRead(database.pool, statement?.text ?? '', statement?.values)).toBe(0)
  })
})
