import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createLogger, loadConfig } from '@tandem/service-kit'
import request from 'supertest'
import { type ComposeOptions, compose, type Orderbook } from '../../src/compose.ts'
import { type Config, constants, settings } from '../../src/config.ts'
import { type MigratedDatabase, migratedDatabase } from './database.ts'
import { networkWire } from './network.ts'

/** Swallows logs: the errors that tests provoke would fill the output. */
export const silentLogger = createLogger({
  service: 'orderbook',
  level: 'error',
  format: 'json',
  stream: new Writable({ write: (_chunk, _encoding, done) => done() }),
})

/** The environment variables of a test's orderbook. */
export const testEnvironment = (databaseUrl: string, networkFile: string): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  ROLES: 'api',
  DATABASE_URL: databaseUrl,
  // A long time limit, because the machine may be busy. Tests of an outage set a short one.
  DATABASE_ANSWER_TIMEOUT_MS: '20000',
  NETWORK_FILE: networkFile,
  RPC_URLS: '{}',
  STATIC_PRICES: '{"USDC":"1","DAI":"1","ETH":"3000"}',
  RATE_LIMIT_PER_MINUTE: '0',
  SHUTDOWN_DELAY_MS: '0',
  SHUTDOWN_GRACE_MS: '2000',
  SECRETS_KEY: `0x${'42'.repeat(32)}`,
})

/** The configuration of a test's orderbook, read as a process reads it. */
export function testConfig(
  databaseUrl: string,
  env: Record<string, string> = {},
  changed: Partial<typeof constants> = {},
): Config {
  const dir = mkdtempSync(join(tmpdir(), 'orderbook-test-'))
  const networkFile = join(dir, 'network.json')
  writeFileSync(networkFile, JSON.stringify(networkWire))
  try {
    return {
      ...constants,
      // No watcher reads the chains of most tests.
      chainMaxStaleSecs: 0,
      // Lists get a long time limit, because the machine may be busy.
      listStatementMs: 20_000,
      wideListMs: 20_000,
      ...loadConfig(settings, { ...testEnvironment(databaseUrl, networkFile), ...env }),
      ...changed,
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

export type TestOrderbook = {
  orderbook: Orderbook
  database: MigratedDatabase
  api: ReturnType<typeof request>
  stop(): Promise<void>
}

/** Starts an orderbook on a new database, as production starts it. */
export async function startTestOrderbook(
  label: string,
  env: Record<string, string> = {},
  options: ComposeOptions = {},
  changed: Partial<typeof constants> = {},
): Promise<TestOrderbook> {
  const database = await migratedDatabase(label)
  const orderbook = compose(testConfig(database.url, env, changed), { logger: silentLogger, ...options })
  const url = await orderbook.start().catch(async (error: unknown) => {
    await orderbook.stop()
    await database.drop()
    throw error
  })
  return {
    orderbook,
    database,
    api: request(url),
    stop: async () => {
      await orderbook.stop()
      await database.drop()
    },
  }
}
