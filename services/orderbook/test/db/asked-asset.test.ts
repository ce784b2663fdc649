/**
 * The migration that counts and finds hop orders by what was asked for, on a database that the release before has written
 * to, and goes on writing to.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import { type Database, makeDatabase } from '../../src/db/client.ts'
import { newOrderRows, quoteRow } from '../../src/db/order.rows.ts'
import { makeOrderStore } from '../../src/db/order.store.ts'
import { replayRollups } from '../../src/db/rollup-replay.ts'
import { foldStats } from '../../src/db/stats.store.ts'
import { aHop, anIntent, anOrder, aQuote } from '../support/builders.ts'
import { migrationsDir } from '../support/database.ts'

const firstOfRelease = '20261122153000_asked_asset'

let test: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let olderDir: string
const orderIds: string[] = []

beforeAll(async () => {
  test = await createTestDatabase('asked_asset')
  olderDir = await mkdtemp(join(tmpdir(), 'tandem-migrations-'))
  for (const name of await readdir(migrationsDir)) {
    if (name < firstOfRelease || name.endsWith('.toml'))
      await cp(join(migrationsDir, name), join(olderDir, name), { recursive: true })
  }
  await applyMigrations({ databaseUrl: test.url, migrationsDir: olderDir })
  database = makeDatabase(test.url, { poolSize: 5, timeouts: { answerMs: 30_000, statementMs: 30_000 } })
})
afterAll(async () => {
  await database.close()
  await test.drop()
  await rm(olderDir, { recursive: true })
})

/** Inserts an order as the release before does: what the escrow holds as `dest_asset`, and no columns of this release. */
async function insertAsBefore(isHop: boolean): Promise<string> {
  const destination = anIntent('destination', isHop ? { hop: aHop(), bridgeState: 'none' } : {})
  const asked = isHop
    ? { asset: 'devnet_c:usdc', amount: 24_945_000n }
    : { asset: 'devnet_b:usdc', amount: 24_975_000n }
  const quote = aQuote({ routeType: isHop ? 'hop' : 'direct', destination: asked })
  const order = anOrder({ quoteId: quote.quoteId, routeType: quote.routeType, destination })
  const rows = newOrderRows(order)
  const { hub_asset: _hub, final_amount: _amount, client_hash: _client, ...orderRow } = rows.order
  const insert = async (table: string, row: Record<string, unknown>) => {
    const names = Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    const text = JSON.stringify(row)
    await database.sql.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
      [text],
    )
  }
  const {
    source_cancel_after: _source,
    dest_cancel_after: _destination,
    free_option_secs: _option,
    network_fee: _fee,
    ...quoteRowBefore
  } = quoteRow(quote, new Date(), new Date())
  await insert('quotes', quoteRowBefore)
  await insert('orders', { ...orderRow, dest_asset: 'devnet_b:usdc' })
  for (const { client_hash: _none, ...intent } of rows.intents) await insert('intents', intent)
  await insert('order_events', {
    order_id: order.orderId,
    order_seq: 1,
    type: 'order.created',
    status: 'created',
    created_at: order.createdAt,
  })
  return order.orderId
}

/** Completes an order after 30 s. In plain SQL, because the client of this release reads columns that are not there yet. */
async function completeAsBefore(orderId: string | undefined): Promise<void> {
  await database.sql.query(
    `WITH moved AS (
       UPDATE orders SET status = 'completed', completed_at = created_at + interval '30 seconds', last_event_seq = 2
       WHERE order_id = $1::uuid)
     INSERT INTO order_events (order_id, order_seq, type, status, previous_status, completion_secs, created_at)
     VALUES ($1::uuid, 2, 'order.status_changed', 'completed', 'created', 30, now())`,
    [orderId],
  )
}

/** The differences between the roll-ups and the orders that they count. */
async function differences() {
  const pool = new pg.Pool({ connectionString: test.url })
  try {
    return await replayRollups(pool, { repair: false, corrections: [] })
  } finally {
    await pool.end()
  }
}

const pairs = async () => {
  const rows = await database.prisma.statsPair.findMany({ orderBy: [{ sourceAsset: 'asc' }, { destAsset: 'asc' }] })
  return rows.map(({ destAsset, totalOrders, completedOrders }) => [
    destAsset,
    Number(totalOrders),
    Number(completedOrders),
  ])
}

describe('the migration to the asked asset', () => {
  it('moves hop orders, and what of them is counted, from the hub to the final chain', async () => {
    for (const isHop of [true, true, false]) orderIds.push(await insertAsBefore(isHop))
    await foldStats(database.prisma)
    await completeAsBefore(orderIds[0])
    expect(await pairs()).toEqual([['devnet_b:usdc', 3, 0]])
    await applyMigrations({ databaseUrl: test.url, migrationsDir })
    // The completion is in the outbox alone, and is added by the next fold.
    expect(await pairs()).toEqual([
      ['devnet_b:usdc', 1, 0],
      ['devnet_c:usdc', 2, 0],
    ])
    expect(await differences()).toEqual([])
    await foldStats(database.prisma)
    expect(await pairs()).toEqual([
      ['devnet_b:usdc', 1, 0],
      ['devnet_c:usdc', 2, 1],
    ])
    const orders = makeOrderStore(database.sql)
    expect((await orders.find(orderIds[0] ?? ''))?.destination.hop).toMatchObject({
      finalAsset: 'devnet_c:usdc',
      finalAmount: 24_945_000n,
    })
  })

  it('gives the asked asset to hop orders that a replica of the release before still makes', async () => {
    const made = [await insertAsBefore(true), await insertAsBefore(false)]
    const rows = await database.prisma.order.findMany({ where: { orderId: { in: made } } })
    const columnsOf = (orderId: string | undefined) => {
      const row = rows.find((one) => one.orderId === orderId)
      return [row?.destChain, row?.destAsset, row?.hubAsset, row?.finalAmount?.toFixed()]
    }
    expect(columnsOf(made[0])).toEqual(['devnet_b', 'devnet_c:usdc', 'devnet_b:usdc', '24945000'])
    expect(columnsOf(made[1])).toEqual(['devnet_b', 'devnet_b:usdc', null, undefined])
    await foldStats(database.prisma)
    expect(await pairs()).toEqual([
      ['devnet_b:usdc', 2, 0],
      ['devnet_c:usdc', 3, 1],
    ])
    expect(await differences()).toEqual([])
  })
})
