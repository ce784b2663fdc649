import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { makeChainStore } from '../../src/db/chain.store.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'
import { chainConfig, pricedAssets } from '../support/model-chain.ts'

let database: MigratedDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await migratedDatabase('chain_store')
  pool = new pg.Pool({ connectionString: database.url, application_name: 'chain-store-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

describe('apply', () => {
  it('fails, and ends nothing else, when its connection is cut in the middle', async () => {
    const config = chainConfig('devnet_a')
    const store = makeChainStore(pool, config, { rememberedBlocks: 8n, now: Date.now, assets: pricedAssets })
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
})
