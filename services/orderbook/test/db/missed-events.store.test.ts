/** Events that no endpoint showed when their blocks were read are stored later, beside the watcher. */
import { beforeEach, describe, expect, it } from '@jest/globals'
import { unchecked } from '@tandem/service-kit/testing'
import pg from 'pg'
import { prismaOf } from '../../src/db/client.ts'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import { makeChainStore } from '../../src/watcher/db/chain.store.ts'
import { storeMissed } from '../../src/watcher/db/missed-events.store.ts'
import {
  catchUp,
  chainConfig,
  eventOf,
  type ModelChain,
  type ModelOrder,
  makeModelChain,
  pollOf,
  pricedAssets,
} from '../support/model-chain.ts'
import { makeLiar, noLies } from '../support/model-liar.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const options = { rememberedBlocks: 8n, now: Date.now }
const applicationName = 'missed-events-test'
const database = useDatabase('missed_events', { application_name: applicationName })
let chains = 0

let model: ModelChain
let order: ModelOrder
let rules: Parameters<typeof storeMissed>[1]
/** Reads the chain while no endpoint shows any event. */
let readBlind: () => Promise<void>

beforeEach(async () => {
  chains += 1
  const config = chainConfig('devnet_a', { chain: `missed_${chains}`, confirmations: 3 })
  rules = { config, assets: pricedAssets }
  model = makeModelChain(config.chain, Math.floor(Date.now() / 1000))
  order = await storeOrderWithSecret(database.sql, {}, { source: { chain: config.chain } })
  const blind = makeLiar(model, { ...noLies, logs: 'denied' })
  const store = makeChainStore(prismaOf(database.pool), config, { ...options, assets: pricedAssets })
  readBlind = () => catchUp(pollOf(config, { ...model, answer: blind }, store))
})

const missed = () => storeMissed(prismaOf(database.pool), rules, eventsOnChain(), options)
const eventsOnChain = () => model.blocks.flatMap(({ events }) => events)
const stored = async () => {
  const { rows } = await database.pool.query('SELECT finality FROM chain_events WHERE chain = $1', [rules.config.chain])
  return rows.map(({ finality }) => finality)
}
const status = async () => (await makeOrderStore(database.sql).find(order.order.orderId))?.status

describe('storeMissed', () => {
  it('stores what is missing, as deep as it stands by now, and only once; its order follows', async () => {
    model.mine([eventOf(order, 'source', 'created')])
    for (let block = 0; block < 12; block += 1) model.mine()
    await readBlind()
    expect([await stored(), await status()]).toEqual([[], 'created'])
    expect(await missed()).toEqual({ stored: 1, changed: [order.order.orderId] })
    expect([await stored(), await status()]).toEqual([['finalized'], 'source_initiated'])
    expect(await missed()).toEqual({ stored: 0, changed: [] })
  })

  it('leaves out a block that was replaced since it was read, and one that the watcher has not read', async () => {
    model.mine([eventOf(order, 'source', 'created')])
    model.mine()
    const replaced = eventsOnChain()
    model.drop(2)
    for (let block = 0; block < 4; block += 1) model.mine()
    await readBlind()
    expect(await storeMissed(prismaOf(database.pool), rules, replaced, options)).toEqual({ stored: 0, changed: [] })
    model.mine([eventOf(order, 'source', 'created')])
    expect(await missed()).toEqual({ stored: 0, changed: [] })
    await readBlind()
    expect((await missed()).stored).toBe(1)
  })

  it('waits for the step that is being stored, and judges by what it left', async () => {
    const { number } = model.mine([eventOf(order, 'source', 'created')])
    for (let block = 0; block < 4; block += 1) model.mine()
    await readBlind()
    const watcher = new pg.Client({ connectionString: database.url })
    await watcher.connect()
    await watcher.query('BEGIN')
    await watcher.query('SELECT FROM chain_cursors WHERE chain = $1 FOR UPDATE', [rules.config.chain])
    const storing = missed()
    let isOver = false
    void storing.finally(() => {
      isOver = true
    })
    // Another connection asks, because within a transaction PostgreSQL shows other sessions as they
    // were when it first asked.
    const waiting = unchecked(`SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`)
    while (!isOver && (await database.sql.query(waiting, [applicationName])).length === 0);
    await watcher.query('UPDATE chain_blocks SET hash = $3 WHERE chain = $1 AND number = $2', [
      ...[rules.config.chain, String(number), `0x${'f'.repeat(64)}`],
    ])
    await watcher.query('COMMIT')
    await watcher.end()
    expect(await storing).toEqual({ stored: 0, changed: [] })
  })
})
