/**
 * The roll-ups follow the orders and count each change once: through reorgs, beside a second replica, and after a process
 * died in the middle.
 */
import { beforeEach, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import { makeDatabase } from '../../src/db/client.ts'
import { makeOrderLister } from '../../src/orders/db/order-list.store.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { replayRollups } from '../../src/stats/db/rollup-replay.ts'
import { changeStatus } from '../support/change-status.ts'
import { expectFolded } from '../support/expect-folded.ts'
import { KilledProcess } from '../support/killed-process.ts'
import { storeOrder } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('fold_stats')
beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE orders, intents, quotes, order_events, stats_pairs, stats_hours, stats_users, stats_counters CASCADE',
  )
})

const hourMs = 3_600_000

const make = (userId: string, hoursAgo = 0): Promise<string> =>
  storeOrder(database.sql, { userId, createdAt: new Date(Date.now() - hoursAgo * hourMs) })

const change = (orderId: string, status: string, completionSecs?: number) =>
  changeStatus(database.prisma, orderId, status, completionSecs)
const fold = () => foldStats(database.prisma)
const totals = () =>
  Promise.all(
    [{}, { statuses: ['created' as const] }, { statuses: ['completed' as const] }, { userId: 'ann' }].map((filter) =>
      makeOrderLister(database.sql, 60_000).total(filter),
    ),
  )

it('counts an order whose status goes back, wherever the folds fall', async () => {
  for (const foldAfter of [[], [1], [2], [3], [4], [1, 2, 3, 4]]) {
    const orderId = await make('ann')
    const steps = [
      () => change(orderId, 'destination_claimed'),
      () => change(orderId, 'completed', 30),
      // A reorg removes the last claim, which is mined again later.
      () => change(orderId, 'destination_claimed', 30),
      () => change(orderId, 'completed', 50),
    ]
    for (const [index, step] of steps.entries()) {
      await step()
      if (!foldAfter.includes(index + 1)) continue
      await fold()
      await expectFolded(database.pool)
    }
    await fold()
    await expectFolded(database.pool)
  }
})

it('counts orders of other hours and users in theirs, and totals are the same before and after', async () => {
  const [first, second, third] = [await make('ann', 50), await make('ann', 2), await make('bob', 2)]
  await change(first, 'completed', 40)
  await change(second, 'expired')
  expect(await totals()).toEqual([3, 1, 1, 2])
  await fold()
  await expectFolded(database.pool)
  expect(await totals()).toEqual([3, 1, 1, 2])
  await change(third, 'completed', 10)
  expect(await totals()).toEqual([3, 0, 2, 2])
  await fold()
  await expectFolded(database.pool)
})

it('counts each change once while two replicas fold at the same time', async () => {
  const replica = makeDatabase(database.url, { poolSize: 5, timeouts: { answerMs: 30_000, statementMs: 30_000 } })
  let isOver = false
  let folds = 0
  const folding = [database, replica].map(async ({ prisma }) => {
    for (; !isOver; folds += 1) await Promise.all([foldStats(prisma), foldStats(prisma)])
  })
  try {
    await Promise.all(
      ['ann', 'bob', 'cid', 'dan'].map(async (userId) => {
        for (let made = 0; made < 10; made += 1) {
          const orderId = await make(userId, made)
          await change(orderId, 'completed', 5)
          await change(orderId, 'destination_claimed', 5)
          await change(orderId, 'expired')
        }
      }),
    )
  } finally {
    isOver = true
    await Promise.all(folding)
    await replica.close()
  }
  expect(folds).toBeGreaterThan(1)
  await fold()
  await expectFolded(database.pool)
})

it('keeps nothing of a fold whose process dies between two writes, and counts it all in the next', async () => {
  const orderId = await make('ann')
  await fold()
  await make('bob')
  await change(orderId, 'completed', 30)
  const locker = await database.pool.connect()
  const folder = new KilledProcess(new URL('../kill/folder.ts', import.meta.url), [database.url])
  try {
    // The fold writes pairs and hours first, and then has to wait for this table.
    await locker.query('BEGIN; LOCK TABLE stats_users IN ACCESS EXCLUSIVE MODE')
    await folder.start((line) => (line === 'folding' ? true : undefined))
    await until(async () => {
      const { rowCount } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%INSERT INTO stats_users%'`,
      )
      return rowCount === 1
    }, 'the fold waits between two writes')
    await folder.kill()
  } finally {
    await folder.kill()
    await locker.query('ROLLBACK')
    locker.release()
  }
  expect((await database.pool.query('SELECT sum(total_orders)::int AS counted FROM stats_pairs')).rows).toEqual([
    { counted: 1 },
  ])
  expect(await totals()).toEqual([2, 1, 1, 1])
  await fold()
  await expectFolded(database.pool)
})

it('repairs by counting every order anew, also after its events are pruned and beside events that are not folded yet', async () => {
  const first = await make('ann', 3)
  await change(first, 'completed', 30)
  const second = await make('bob')
  await fold()
  await database.pool.query('DELETE FROM order_events WHERE order_id = $1', [first])
  await database.pool.query('UPDATE stats_hours SET total_orders = 7; DELETE FROM stats_pairs; DELETE FROM stats_users')
  await database.pool.query(`UPDATE stats_counters SET value = 40 WHERE name = 'status:completed'`)
  await change(second, 'completed', 20)
  await make('cid')

  const found = await replayRollups(database.pool, { repair: true, corrections: [] })
  expect(found.map(({ column }) => column)).toContain('completed_volume_usd')
  expect(await replayRollups(database.pool, { repair: false, corrections: [] })).toEqual([])
  expect(await totals()).toEqual([3, 1, 2, 1])
  await fold()
  await expectFolded(database.pool)
})
