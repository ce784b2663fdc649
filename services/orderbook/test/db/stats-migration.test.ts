/** A database whose counts come from the release before, which kept them by triggers and in the watcher's transactions. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import pg from 'pg'
import { type Database, makeDatabase } from '../../src/db/client.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { changeStatus } from '../support/change-status.ts'
import { migrationsDir } from '../support/database.ts'
import { expectFolded } from '../support/expect-folded.ts'
import { storeOrder } from '../support/stored-order.ts'

const thisMigration = '20261129130000_stats_fold'
const names = readdirSync(migrationsDir)
  .filter((name) => /^\d/.test(name))
  .sort()

let test: TestDatabase
let pool: pg.Pool
let database: Database
beforeAll(async () => {
  test = await createTestDatabase('stats_migration')
  pool = new pg.Pool({ connectionString: test.url })
  database = makeDatabase(test.url, { poolSize: 2, timeouts: { answerMs: 30_000, statementMs: 30_000 } })
})
afterAll(async () => {
  await database.close()
  await pool.end()
  await test.drop()
})

async function migrate(which: (name: string) => boolean): Promise<void> {
  for (const name of names.filter(which))
    await pool.query(readFileSync(join(migrationsDir, name, 'migration.sql'), 'utf8'))
}

const make = (userId: string): Promise<string> => storeOrder(database.sql, { userId })
const complete = (orderId: string) => changeStatus(database.prisma, orderId, 'completed', 30)

it('counts each order once, and goes on after the events that are there', async () => {
  await migrate((name) => name < thisMigration)
  const [first, second] = [await make('ann'), await make('ann'), await make('bob')]
  await complete(first)
  // The state that the release before had reached: four events are numbered and three of them counted, and another change
  // was counted when it was written.
  await pool.query('UPDATE order_events SET seq = id')
  await complete(second)
  await pool.query(`
    UPDATE order_events SET rolled_up = true WHERE type = 'order.status_changed';
    INSERT INTO stats_hours SELECT date_trunc('hour', now(), 'UTC'), 'devnet_a:usdc', 'devnet_b:usdc', 3, 2, 0, 50, 60;
    INSERT INTO stats_users SELECT user_id, count(*), date_trunc('hour', now(), 'UTC') FROM orders GROUP BY 1;
    INSERT INTO stats_counters VALUES
      ('orders', 3), ('users', 2), ('status:created', 1), ('status:completed', 2), ('folded_seq', 3), ('events_pruned_seq', 0)`)

  await migrate((name) => name >= thisMigration)
  await expectFolded(pool)
  await foldStats(database.prisma)
  await expectFolded(pool)
  const { rows: numbers } = await pool.query('SELECT seq::int FROM order_events ORDER BY id')
  expect(numbers.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect((await pool.query('SELECT tgname FROM pg_trigger WHERE NOT tgisinternal')).rows).toEqual([])

  await complete(await make('cid'))
  await foldStats(database.prisma)
  await expectFolded(pool)
})

it('lets replicas of the release before list orders until the rollout ends', async () => {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM stats_counters WHERE name IN ('orders', 'users'))::int AS counters,
      (SELECT count(*) FROM order_events WHERE NOT rolled_up AND type = 'order.created')::int AS to_fold`)
  expect(rows).toEqual([{ counters: 2, to_fold: 4 }])
})
