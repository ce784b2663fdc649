/** What the suites of the orderbook run on: a database, an orderbook, or orderbooks that watch two real chains. */
import { beforeAll } from '@jest/globals'
import request from 'supertest'
import { type ComposeOptions, compose, type Orderbook } from '../../src/compose.ts'
import type { constants } from '../../src/config.ts'
import { type MigratedDatabase, migratedDatabase } from './database.ts'
import { silentLogger, startTestOrderbook, type TestOrderbook, testConfig } from './orderbook.ts'
import { keep } from './parts.ts'
import { startTwoChains, type TwoChains } from './two-chains.ts'

type Changed = Partial<typeof constants>

/** An object that is empty until the first `beforeAll` or test runs, and then has the members of what was started. */
function startedBeforeAll<T extends object>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  return started
}

/** Makes a migrated database for the tests of a file. */
export const useDatabase = (...args: Parameters<typeof migratedDatabase>): MigratedDatabase =>
  startedBeforeAll(() => keep(migratedDatabase(...args), ({ drop }) => drop()))

/** Starts an orderbook for the tests of a file, on a database of its own. */
export const useOrderbook = (...args: Parameters<typeof startTestOrderbook>): TestOrderbook =>
  startedBeforeAll(() => startOrderbook(...args))

/** Starts an orderbook on a database of its own. It stops with the test. */
export const startOrderbook = (...args: Parameters<typeof startTestOrderbook>): Promise<TestOrderbook> =>
  keep(startTestOrderbook(...args))

export interface Replica {
  orderbook: Orderbook
  url: string
  api: ReturnType<typeof request>
  stop(): Promise<void>
}

/** Starts another orderbook on the same database. It stops with the test. */
export async function startReplica(
  { database }: { database: { url: string } },
  env: Record<string, string> = {},
  { changed, ...options }: ComposeOptions & { changed?: Changed } = {},
): Promise<Replica> {
  const orderbook = compose(testConfig(database.url, env, changed), { logger: silentLogger, ...options })
  await keep(Promise.resolve(orderbook))
  const url = await orderbook.start()
  return { orderbook, url, api: request(url), stop: () => orderbook.stop() }
}

/** Starts two chains for the tests of a file. Orderbooks that a test starts on them stop with it. */
export const useTwoChains = (label: string): TwoChains =>
  startedBeforeAll(async () => {
    const chains = await keep(startTwoChains(label))
    return { ...chains, start: (...args) => keep(chains.start(...args)) }
  })
