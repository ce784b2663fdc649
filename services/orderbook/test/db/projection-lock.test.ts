/** The watchers of two chains write one order at the same time. */
import { describe, expect, it } from '@jest/globals'
import { untilSo } from '@tandem/local-services'
import pg from 'pg'
import { prismaOf } from '../../src/db/client.ts'
import { makeChainStore } from '../../src/watcher/db/chain.store.ts'
import { chainConfig, eventOf, hashOf, pricedAssets } from '../support/model-chain.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('projection_lock', { application_name: 'projection-lock-test' })
describe('an order whose two escrows two watchers see at once', () => {
  it('is projected from both, whichever of them writes last', async () => {
    const made = await storeOrderWithSecret(database.sql)
    const prisma = prismaOf(database.pool)
    const apply = (side: 'source' | 'destination') => {
      const config = chainConfig(made.order[side].chain, { confirmations: 1 })
      const options = { rememberedBlocks: 256n, now: Date.now, assets: pricedAssets }
      const block = { number: 1n, hash: hashOf('1'), timestamp: 1 }
      const place = { logIndex: 0, blockNumber: 1n, blockHash: block.hash, blockTimestamp: 1 }
      const events = [{ ...eventOf(made, side, 'created'), ...place }]
      const step = { from: undefined, to: block, head: block, blocks: [block], events }
      return makeChainStore(prisma, config, options).apply(step)
    }

    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM orders FOR UPDATE')
    const applying = [apply('source'), apply('destination')]
    const waiting = `SELECT count(*)::int FROM pg_stat_activity
      WHERE application_name = 'projection-lock-test' AND wait_event_type = 'Lock'`
    await untilSo(
      async () => (await database.pool.query<{ count: number }>(waiting)).rows[0]?.count,
      (count) => count === 2,
      'both wait',
    )
    await other.query('COMMIT')
    await other.end()
    await Promise.all(applying)

    const { rows } = await database.pool.query('SELECT status FROM orders')
    expect(rows).toEqual([{ status: 'destination_initiated' }])
  })
})
