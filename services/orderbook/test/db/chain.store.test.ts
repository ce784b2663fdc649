import { describe, expect, it } from '@jest/globals'
import pg from 'pg'
import type { Address, Hex } from 'viem'
import { insertOrders } from '../../bench/escrow-chain.ts'
import { prismaOf } from '../../src/db/client.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { makeChainStore } from '../../src/watcher/db/chain.store.ts'
import { chainConfig, pricedAssets } from '../support/model-chain.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('chain_store', { application_name: 'chain-store-test' })
describe('apply', () => {
  it('fails, and ends nothing else, when its connection is cut in the middle', async () => {
    const config = chainConfig('devnet_a')
    const store = makeChainStore(prismaOf(database.pool), config, {
      rememberedBlocks: 8n,
      now: Date.now,
      assets: pricedAssets,
    })
    const at = (number: bigint) => ({ number, hash: `0x${number}` as const })
    const step = (from: bigint) => ({
      from: from < 0n ? undefined : at(from),
      to: at(from + 1n),
      head: { number: from + 1n, timestamp: 1 },
      blocks: [{ ...at(from + 1n), timestamp: 1 }],
      events: [],
    })
    await store.apply(step(-1n))

    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM chain_cursors FOR UPDATE')
    const waiting = store.apply(step(0n)).catch((error: unknown) => error)
    for (let cut = 0; cut === 0; ) {
      const { rows } = await other.query<{ cut: number }>(
        `SELECT count(pg_terminate_backend(pid))::int AS cut FROM pg_stat_activity
         WHERE application_name = 'chain-store-test' AND wait_event_type = 'Lock'`,
      )
      cut = rows[0]?.cut ?? 0
    }
    expect(await waiting).toBeInstanceOf(Error)
    await other.query('COMMIT')
    await other.end()

    expect(await store.cursor()).toEqual(at(0n))
    expect(await store.apply(step(0n))).toEqual([])
  })

  it('projects more orders than it writes at once', async () => {
    const config = chainConfig('devnet_a', { chain: 'many_orders' })
    const store = makeChainStore(prismaOf(database.pool), config, {
      rememberedBlocks: 8n,
      now: Date.now,
      assets: pricedAssets,
    })
    const many = 2_001
    const first = { number: 1n, hash: '0x1', timestamp: 1 } as const
    const last = { number: 2n, hash: '0x2', timestamp: 2 } as const
    const head = { number: 100n, timestamp: 100 }
    const ids = await insertOrders(
      database.url,
      Array.from({ length: many }, (_, n) => ({ n, chain: config.chain })),
    )
    const { rows: vaults } = await database.pool.query<{ swap_id: Address; commitment_hash: Hex }>(
      'SELECT swap_id, commitment_hash FROM intents WHERE chain = $1',
      [config.chain],
    )
    const events = vaults.map(({ swap_id: subject, commitment_hash: commitmentHash }, logIndex) => ({
      ...{
        blockNumber: last.number,
        blockHash: last.hash,
        blockTimestamp: last.timestamp,
        txHash: last.hash,
        logIndex,
      },
      ...{ subject, kind: 'created' as const, payload: { commitmentHash } },
    }))
    await store.apply({ from: undefined, to: first, head, blocks: [first], events: [] })
    const changed = await store.apply({ from: first, to: last, head, blocks: [last], events })

    expect(changed).toEqual([...ids.values()].sort())
    const { rows } = await database.pool.query(
      `SELECT o.status, i.status AS side, o.last_event_seq, count(*)::int, (
         SELECT array_agg(type ORDER BY order_seq) FROM order_events e WHERE e.order_id = o.order_id) AS told
       FROM orders o JOIN intents i ON i.order_id = o.order_id AND i.chain = 'many_orders' GROUP BY 1, 2, 3, 5`,
    )
    const told = ['order.created', 'order.fact_confirmed', 'order.fact_finalized', 'order.status_changed']
    expect(rows).toEqual([
      { status: 'source_initiated', side: 'created', last_event_seq: told.length, count: many, told },
    ])
    await foldStats(database.prisma)
    const counters = await database.pool.query(
      "SELECT value::int FROM stats_counters WHERE name = 'status:source_initiated'",
    )
    expect(counters.rows).toEqual([{ value: many }])
  })
})
