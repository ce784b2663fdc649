/** The webhooks' place in the outbox, which replicas of two releases move: one has it in a row among the statistics. */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import { makeSecretBox } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { type Database, makeDatabase } from '../../src/db/client.ts'
import { makeOrderStore } from '../../src/db/order.store.ts'
import { makeDeliveryQueue, makeWebhookStore } from '../../src/db/webhook.store.ts'
import { anOrder, aQuote } from '../support/builders.ts'

const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname
const webhookCursor = '20261122210000_webhook_cursor'
const box = makeSecretBox(new Map([['1', randomBytes(32)]]), '1')

let testDatabase: TestDatabase
let db: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase('webhook_cursor')
  const dir = mkdtempSync(join(tmpdir(), 'orderbook-migrations-'))
  try {
    for (const name of readdirSync(migrationsDir))
      if (name < webhookCursor || name.endsWith('.toml'))
        cpSync(join(migrationsDir, name), join(dir, name), { recursive: true })
    await applyMigrations({ databaseUrl: testDatabase.url, migrationsDir: dir })
  } finally {
    rmSync(dir, { recursive: true })
  }
  db = makeDatabase(testDatabase.url, { poolSize: 2, timeouts: { answerMs: 30_000, statementMs: 30_000 } })
})
afterAll(async () => {
  await db.close()
  await testDatabase.drop()
})

const placeBefore = async () =>
  (await db.sql.query<{ value: string }>("SELECT value FROM stats_counters WHERE name = 'webhook_seq'", []))[0]?.value
/** The statement of the release before. */
const moveBefore = (seq: number) =>
  db.sql.query(
    "INSERT INTO stats_counters (name, value) VALUES ('webhook_seq', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [seq],
  )
const newEvent = async () => {
  const quote = aQuote()
  await makeOrderStore(db.sql).create(anOrder({ quoteId: quote.quoteId }), quote)
}
const toldOf = async () =>
  (await db.sql.query<{ seq: number }>('SELECT seq::int FROM webhook_deliveries ORDER BY seq', [])).map(
    ({ seq }) => seq,
  )

it('is taken over from the release before, and either release goes on where the other one stopped', async () => {
  await moveBefore(2)
  await applyMigrations({ databaseUrl: testDatabase.url, migrationsDir })
  const webhook = {
    ...{ webhookId: randomUUID(), client: 'open', url: 'https://shop.example/', eventTypes: null, userId: null },
    ...{ createdAt: new Date(), disabledAt: null },
  }
  await makeWebhookStore(db, box).create(webhook, 'whsec_x', null)
  const queue = makeDeliveryQueue(db.prisma, { box, onError: (error) => expect(error).toBeUndefined() })
  for (let count = 0; count < 4; count += 1) await newEvent()
  await queue.fanOut(new Date())
  // Events 1 and 2 were told by the release before.
  expect(await toldOf()).toEqual([3, 4])
  expect(await placeBefore()).toBe('4')

  for (let count = 0; count < 2; count += 1) await newEvent()
  await moveBefore(5)
  await queue.fanOut(new Date())
  expect(await toldOf()).toEqual([3, 4, 6])
  expect(await placeBefore()).toBe('6')
  await moveBefore(6)
  expect(await db.prisma.webhookCursor.findMany()).toEqual([{ id: 1, seq: 6n }])
})
