import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { startTcpProxy } from '@tandem/local-services'
import pg from 'pg'
import { type ChainLeaders, makeChainLeaders } from '../../src/watcher/db/chain-leader.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'

let database: MigratedDatabase
let client: pg.Client
const open: ChainLeaders[] = []
const chains = Array.from({ length: 100 }, (_, index) => `chain_${index}`)

beforeAll(async () => {
  database = await migratedDatabase('chain_leader')
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((leaders) => leaders.close()))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Stands for a process, as far as leadership is concerned. */
function aProcess(url = database.url): ChainLeaders {
  const leaders = makeChainLeaders(url)
  open.push(leaders)
  return leaders
}

const connections = async () => {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tandem-watcher-lead'`,
  )
  return rows.map(({ pid }) => pid)
}
const leadAll = async (leaders: ChainLeaders) =>
  (await Promise.all(chains.map((chain) => leaders.tryToLead(chain)))).flatMap((one) =>
    one === undefined ? [] : [one],
  )

/** PostgreSQL frees locks only when it has noticed that their connection ended. */
async function leadAllInTheEnd(leaders: ChainLeaders) {
  const led = await leadAll(leaders)
  while (led.length < chains.length) {
    await setTimeout(20)
    led.push(...(await leadAll(leaders)))
  }
  return led
}

describe('makeChainLeaders', () => {
  it('leads a hundred chains on one connection, and asks for them on one', async () => {
    const [first, second] = [aProcess(), aProcess()]
    expect(await leadAll(first)).toHaveLength(100)
    for (let round = 0; round < 5; round += 1) expect(await leadAll(second)).toHaveLength(0)
    expect(await leadAll(first)).toHaveLength(0)
    expect(await connections()).toHaveLength(2)
    await first.close()
    open.shift()
    expect(await leadAllInTheEnd(second)).toHaveLength(100)
  })

  it('gives one chain back and keeps the others', async () => {
    const [first, second] = [aProcess(), aProcess()]
    const [one] = await leadAll(first)
    await one?.release()
    expect(await leadAll(second)).toHaveLength(1)
  })

  it('loses every chain with its connection, and takes them again on another', async () => {
    const leaders = aProcess()
    const led = await leadAll(leaders)
    await client.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [await connections()])
    await Promise.all(led.map(({ lost }) => lost))
    expect(await leadAllInTheEnd(leaders)).toHaveLength(100)
  })

  it('finds out that its connection has gone silent', async () => {
    const proxy = await startTcpProxy(database.url)
    const leaders = aProcess(proxy.url)
    const led = await leadAll(leaders)
    proxy.silence()
    await Promise.all(led.map(({ lost }) => lost))
    await leaders.close()
    open.length = 0
    await proxy.stop()
  })
})
