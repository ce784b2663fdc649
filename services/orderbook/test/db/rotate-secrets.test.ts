/** A change of the key that encrypts stored values: every sealed value is sealed again, even when some cannot be opened. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from '@jest/globals'
import { programArgs } from '@tandem/local-services'
import { keyIdOf, makeSqlIdempotencyStore, rotateAnswers, type SecretBox, secretBoxOf } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { toHex } from 'viem'
import { openSecret, rotateWebhookSecrets } from '../../src/webhooks/db/sealed-secret.ts'
import { makeWebhookStore } from '../../src/webhooks/db/webhook.store.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const oldBox = secretBoxOf([oldKey])
const newBox = secretBoxOf([newKey])
const lostBox = secretBoxOf([lostKey])
const bothBox = secretBoxOf([newKey, oldKey])
const secret = `whsec_${randomBytes(32).toString('base64')}`

const database = useDatabase('rotate_secrets')
afterEach(async () => {
  for (const table of ['webhooks', 'idempotency_keys']) await database.prisma.$executeRawUnsafe(`DELETE FROM ${table}`)
})

const idOf = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`

/** Stores one of each sealed value under one key, as the `nth` of its table. */
async function stored(box: SecretBox, nth: number): Promise<void> {
  const webhook = { webhookId: idOf(nth), client: 'open', url: `https://shop.example/${nth}` }
  const ofAll = { eventTypes: null, userId: null, createdAt: new Date(), verifiedAt: null, disabledAt: null }
  await makeWebhookStore(database, box).create({ ...webhook, ...ofAll }, secret, [])
  const answers = makeSqlIdempotencyStore(database.sql, Date.now, box)
  const key = { scope: 'open /webhooks', key: `answer-${nth}` }
  const begun = await answers.begin(key, 'print')
  if (begun.state !== 'started') throw new Error(begun.state)
  await answers.finish(key, { status: 201, location: null, body: { secret } }, begun.lease)
}

async function expectReadable(box: SecretBox, nth: number): Promise<void> {
  const row = await database.prisma.webhook.findUniqueOrThrow({ where: { webhookId: idOf(nth) } })
  expect(openSecret(box, row, row.secret)).toBe(secret)
  const answers = makeSqlIdempotencyStore(database.sql, Date.now, box)
  expect(await answers.begin({ scope: 'open /webhooks', key: `answer-${nth}` }, 'print')).toMatchObject({
    state: 'finished',
    answer: { body: { secret } },
  })
}

/** The columns of all tables that contain something sealed with this key. */
async function columnsWith(keyId: string): Promise<string[]> {
  const columns = await database.sql.query(
    unchecked<{ name: string; found: string }>(`SELECT table_name || '.' || column_name AS name, format(
       'SELECT 1 FROM %I WHERE %I::text LIKE ''%%sealed:%s:%%'' OR %I::text LIKE ''%%"key_id":"%s"%%'' LIMIT 1',
       table_name, column_name, $1::text, column_name, $1::text) AS found
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`),
    [keyId],
  )
  const found: string[] = []
  for (const { name, found: statement } of columns)
    if ((await database.sql.query(unchecked(statement), [])).length > 0) found.push(name)
  return found.sort()
}

const sealed = ['idempotency_keys.body', 'webhooks.secret']

describe('the sealed values', () => {
  it('follow the key, in batches, all of them, and then the old key is not needed', async () => {
    for (const nth of [1, 2, 3]) await stored(oldBox, nth)
    expect(await columnsWith(keyIdOf(oldKey))).toEqual(sealed)
    const never = () => {
      throw new Error('every value has its key')
    }
    const all = { rotated: 3, unreadable: 0 }
    expect(await rotateWebhookSecrets(database.prisma, bothBox, never, 2)).toEqual(all)
    expect(await rotateAnswers(database.sql, bothBox, never, 2)).toEqual(all)
    expect([await columnsWith(keyIdOf(oldKey)), await columnsWith(keyIdOf(newKey))]).toEqual([[], sealed])
    for (const nth of [1, 2, 3]) await expectReadable(newBox, nth)
    const none = { rotated: 0, unreadable: 0 }
    expect(await rotateWebhookSecrets(database.prisma, bothBox, never)).toEqual(none)
    expect(await rotateAnswers(database.sql, bothBox, never)).toEqual(none)
  })

  it('that no key opens stay, counted and named, and do not keep the others from the new key', async () => {
    await stored(lostBox, 1)
    for (const nth of [2, 3]) await stored(oldBox, nth)
    const names: string[] = []
    const note = (table: string, id: string) => names.push(`${table} ${id}`)
    const most = { rotated: 2, unreadable: 1 }
    expect(await rotateWebhookSecrets(database.prisma, bothBox, (id) => note('webhooks', id), 1)).toEqual(most)
    expect(await rotateAnswers(database.sql, bothBox, (id) => note('answer', id), 1)).toEqual(most)
    expect(names).toEqual([`webhooks ${idOf(1)}`, expect.stringMatching(/^answer [0-9a-f]{16}$/)])
    expect(await columnsWith(keyIdOf(oldKey))).toEqual([])
    for (const nth of [2, 3]) await expectReadable(newBox, nth)
    await expectReadable(lostBox, 1)
  })

  it('are not answered as they stand where the key was taken away', async () => {
    await stored(oldBox, 1)
    const answers = makeSqlIdempotencyStore(database.sql, Date.now)
    await expect(answers.begin({ scope: 'open /webhooks', key: 'answer-1' }, 'print')).rejects.toThrow('SECRETS_KEY')
  })
})

describe('rotate-secrets, the command', () => {
  const main = new URL('../../src/main.ts', import.meta.url).pathname
  const run = () =>
    promisify(execFile)(process.execPath, [...programArgs(main), 'rotate-secrets'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        DATABASE_URL: database.url,
        SECRETS_KEY: `${toHex(newKey)},${toHex(oldKey)}`,
      },
    })
      .then(({ stdout }) => ({ code: 0, stdout }))
      .catch((error: { code: number; stdout: string }) => error)

  it('says the counts, and fails when it leaves anything, which it names', async () => {
    await stored(oldBox, 2)
    const none = { rotated: 1, unreadable: 0 }
    const good = await run()
    expect(good.code).toBe(0)
    expect(JSON.parse(good.stdout.trim())).toMatchObject({
      ...{ message: 'secrets.rotated', key_id: keyIdOf(newKey) },
      ...{ webhooks: none, idempotency_keys: none },
    })
    await stored(lostBox, 1)
    await stored(oldBox, 3)
    const bad = await run()
    expect(bad.code).toBe(1)
    const lines = bad.stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { message: 'secrets.unreadable', table: 'webhooks', id: idOf(1) },
      { message: 'secrets.unreadable', table: 'idempotency_keys' },
      { message: 'secrets.rotated', webhooks: { rotated: 1, unreadable: 1 } },
    ])
    expect(bad.stdout).not.toContain(secret)
    expect(bad.stdout).not.toContain('answer-1')
    for (const nth of [2, 3]) await expectReadable(newBox, nth)
  })
})
