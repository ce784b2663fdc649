/** `main.ts replay` on a database that a watcher filled through reorgs, and that was damaged afterwards. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { replay } from '../../src/replay.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { catchUp, chainConfig, eventOf, type ModelOrder, makeModelChain, watchModel } from '../support/model-chain.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('replay')
const before = process.env.DATABASE_URL
const now = Math.floor(Date.now() / 1000)
const left = makeModelChain('devnet_a', now)
const right = makeModelChain('devnet_b', now)
const orders: ModelOrder[] = []

async function follow(): Promise<void> {
  for (const [name, model] of [
    ['devnet_a', left],
    ['devnet_b', right],
  ] as const) {
    const config = chainConfig(name)
    await catchUp(watchModel(database, config, model).poll)
  }
}

async function run(
  options: { check?: boolean; chain?: string; batch?: string } = {},
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const code = await replay({ check: false, batch: '500', ...options }, (line) => lines.push(line))
  return { code, lines: lines.filter((line) => line.includes(' should be ')) }
}

const idOf = (index: number) => orders[index]?.order.orderId ?? ''
const at = (index: number) => orders[index] as ModelOrder

beforeAll(async () => {
  process.env.DATABASE_URL = database.url
  for (const userId of ['ann', 'ann', 'bob', 'cid', 'dan']) {
    orders.push(await storeOrderWithSecret(database.sql, { userId }))
  }
  // Two orders complete; then a reorg removes the claim of the second one, which comes again in another block.
  left.mine([0, 1, 2, 3].map((index) => eventOf(at(index), 'source', 'created')))
  right.mine([0, 1, 2].map((index) => eventOf(at(index), 'destination', 'created')))
  right.mine(
    [0, 1].map((index) => eventOf(at(index), 'destination', 'claimed')),
    30,
  )
  left.mine(
    [0, 1].map((index) => eventOf(at(index), 'source', 'claimed')),
    40,
  )
  for (const model of [left, right]) for (let block = 0; block < 3; block += 1) model.mine()
  await follow()
  await foldStats(database.prisma)
  left.drop(4)
  left.mine([eventOf(at(0), 'source', 'claimed')], 50)
  left.mine()
  left.mine([eventOf(at(1), 'source', 'claimed'), eventOf(at(3), 'source', 'cancelled')], 60)
  left.mine()
  left.mine()
  await follow()
})

afterAll(async () => {
  if (before === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = before
})

describe('replay', () => {
  it('finds no difference after reorgs, whether the outbox is folded or not', async () => {
    const { rows } = await database.pool.query('SELECT count(*)::int AS taken FROM chain_events WHERE NOT canonical')
    expect(rows).toEqual([{ taken: 2 }])
    expect(await run({ check: true, batch: '2' })).toEqual({ code: 0, lines: [] })
    await foldStats(database.prisma)
    expect(await run({ check: true })).toEqual({ code: 0, lines: [] })
  })

  it('names every damaged column, and repairs it', async () => {
    const untouched = await everything()
    await database.pool.query(
      `UPDATE intents SET claim_tx_hash = NULL, status = 'created' WHERE order_id = $1 AND side = 'source'`,
      [idOf(0)],
    )
    await database.pool.query(`UPDATE orders SET status = 'refundable', completed_at = NULL WHERE order_id = $1`, [
      idOf(1),
    ])
    await database.pool.query(
      'UPDATE stats_hours SET completed_orders = completed_orders + 1, completed_volume_usd = 0',
    )
    await database.pool.query(`UPDATE stats_counters SET value = 40 WHERE name = 'status:completed'`)
    await database.pool.query(`DELETE FROM stats_users WHERE user_id = 'bob'`)
    await database.pool.query(`UPDATE stats_users SET last_hour = last_hour + interval '1 hour' WHERE user_id = 'ann'`)
    await database.pool.query('UPDATE stats_pairs SET total_orders = total_orders - 1')
    const damaged = await everything()

    const checked = await run({ check: true })
    expect(checked.code).toBe(1)
    expect(
      checked.lines.map((line) => line.replace(/ is .*/, '').replace(/ \d{4}-\d\d-\d\d [\d:]+[+-]\d\d/, '')),
    ).toEqual([
      `order ${idOf(1)}: completed_at`,
      `order ${idOf(1)}: status`,
      `order ${idOf(0)}, source intent: claim_tx_hash`,
      `order ${idOf(0)}, source intent: status`,
      'stats_pairs devnet_a:usdc devnet_b:usdc: total_orders',
      'stats_hours: completed_orders',
      'stats_hours: completed_volume_usd',
      'stats_users ann: last_hour',
      'stats_users bob: last_hour',
      'stats_users bob: total_orders',
      'stats_counters status:completed: value',
    ])
    expect(await everything()).toEqual(damaged)

    expect(await run()).toEqual({ code: 0, lines: checked.lines })
    expect(await run({ check: true })).toEqual({ code: 0, lines: [] })
    expect(await everything()).toEqual(untouched)
  })

  it('rebuilds everything from nothing', async () => {
    const untouched = await everything()
    await database.pool.query(`UPDATE intents SET status = 'awaiting', contradiction = 'x', commitment = NULL,
      create_tx_hash = NULL, create_block_number = NULL, create_timestamp = NULL, claim_tx_hash = NULL,
      claim_block_number = NULL, claim_timestamp = NULL, cancel_tx_hash = NULL, cancel_block_number = NULL,
      cancel_timestamp = NULL`)
    await database.pool.query(`UPDATE orders SET status = 'created', completed_at = NULL`)
    await database.pool.query('TRUNCATE stats_pairs, stats_hours, stats_users')
    await database.pool.query(`DELETE FROM stats_counters WHERE name <> 'folded_seq'`)
    await run({ batch: '2' })
    expect(await everything()).toEqual(untouched)
  })

  it('touches only the orders of the chain that was named', async () => {
    await database.pool.query(`UPDATE orders SET status = 'conflict' WHERE order_id = $1`, [idOf(4)])
    expect((await run({ check: true, chain: 'elsewhere' })).lines).toEqual([])
    expect((await run({ check: true, chain: 'devnet_b' })).lines).toHaveLength(1)
    await run({ chain: 'devnet_b' })
  })

  it('announces an order whose status the readers of events were told wrongly', async () => {
    await database.pool.query(
      `INSERT INTO order_events (order_id, order_seq, type, status, previous_status, created_at)
       SELECT order_id, last_event_seq + 1, 'order.status_changed', 'conflict', status, now() FROM orders WHERE order_id = $1`,
      [idOf(4)],
    )
    await run()
    const { rows } = await database.pool.query(
      'SELECT status, previous_status FROM order_events WHERE order_id = $1 ORDER BY order_seq DESC LIMIT 1',
      [idOf(4)],
    )
    expect(rows).toEqual([{ status: 'created', previous_status: 'conflict' }])
    expect(await run({ check: true })).toEqual({ code: 0, lines: [] })
  })
})

/** The rows that a replay may write, without the times of writing. */
async function everything(): Promise<unknown> {
  const read = async (table: string, order: string) =>
    (await database.pool.query(`SELECT to_jsonb(t) - 'updated_at' AS row FROM ${table} t ORDER BY ${order}`)).rows
  return {
    orders: await read('orders', 'order_id'),
    intents: await read('intents', 'order_id, side'),
    hours: await read('stats_hours', 'hour'),
    users: await read('stats_users', 'user_id'),
    pairs: await read('stats_pairs', 'source_asset, dest_asset'),
    counters: await read(`(SELECT * FROM stats_counters WHERE value <> 0)`, 'name'),
    events: await read('order_events', 'id'),
  }
}
