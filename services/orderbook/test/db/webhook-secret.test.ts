import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { makeSecretBox, makeSqlIdempotencyStore } from '@tandem/service-kit'
import { makeDeliveryQueue } from '../../src/webhooks/db/delivery-queue.ts'
import { openSecret, rotateWebhookSecrets } from '../../src/webhooks/db/sealed-secret.ts'
import { makeWebhookStore } from '../../src/webhooks/db/webhook.store.ts'
import { storeOrder } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('webhook_secrets')
afterEach(() => database.prisma.webhook.deleteMany())

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const oldBox = makeSecretBox(new Map([['2025', oldKey]]), '2025')
const newKeys: [string, Uint8Array][] = [['2026', newKey]]
const bothBox = makeSecretBox(new Map([['2025', oldKey], ...newKeys]), '2026')
const newBox = makeSecretBox(new Map(newKeys), '2026')
const secret = `whsec_${randomBytes(32).toString('base64')}`

const webhook = () => ({
  webhookId: randomUUID(),
  client: 'open',
  url: 'https://shop.example/',
  eventTypes: null,
  userId: null,
  createdAt: new Date(),
  verifiedAt: new Date(),
  disabledAt: null,
})
const stored = async (webhookId: string) =>
  (await database.prisma.webhook.findUniqueOrThrow({ where: { webhookId } })).secret

describe('the secret of a webhook', () => {
  it('stands encrypted in its row, bound to it', async () => {
    const [one, other] = [webhook(), webhook()]
    for (const each of [one, other]) await makeWebhookStore(database, oldBox).create(each, secret, [])
    const text = await stored(one.webhookId)
    expect(text).toMatch(/^sealed:2025:/)
    expect(Buffer.from(text.split(':')[2] ?? '', 'base64').toString('latin1')).not.toContain(secret.slice(6, 20))
    expect(openSecret(oldBox, one, text)).toBe(secret)
    expect(() => openSecret(oldBox, other, text)).toThrow()
    expect(() => openSecret(oldBox, { ...one, url: 'https://thief.example/' }, text)).toThrow()
  })

  it('is sealed again under a new key, and not believed where it stands in clear', async () => {
    const [inClear, older] = [webhook(), webhook()]
    await makeWebhookStore(database, oldBox).create(older, secret, [])
    await makeWebhookStore(database, oldBox).create(inClear, 'to be replaced', [])
    await database.prisma.webhook.update({ where: { webhookId: inClear.webhookId }, data: { secret } })
    expect(openSecret(undefined, inClear, secret)).toBe(secret)
    expect(() => openSecret(oldBox, inClear, secret)).toThrow('stands in clear')

    const unreadable: string[] = []
    const rotated = async () =>
      (await rotateWebhookSecrets(database.prisma, bothBox, (id) => unreadable.push(id))).rotated
    expect([await rotated(), await rotated()]).toEqual([1, 0])
    expect(openSecret(newBox, older, await stored(older.webhookId))).toBe(secret)
    expect(unreadable).toEqual([inClear.webhookId, inClear.webhookId])
    expect(await stored(inClear.webhookId)).toBe(secret)
  })

  it('that no key opens does not delay other webhooks', async () => {
    const [lost, fine] = [webhook(), webhook()]
    const { prisma } = database
    await makeWebhookStore({ prisma }, oldBox).create(lost, secret, [])
    await makeWebhookStore({ prisma }, newBox).create(fine, secret, [])
    await storeOrder(database.sql)
    const errors: unknown[] = []
    const queue = makeDeliveryQueue(prisma, { box: newBox, onError: (error) => errors.push(error) })
    const now = new Date()
    await queue.fanOut(now)
    const due = await queue.take(now, new Date(now.getTime() + 1_000), {
      ...{ perWebhook: 8, inAll: 10, perHost: 8 },
      ...{ busy: new Map(), busyHosts: new Map() },
    })
    expect(due.map((one) => one.secret)).toEqual([secret])
    expect(errors).toEqual([new Error('there is no key with the id 2025')])
  })

  it('cannot be registered without a key', async () => {
    await expect(makeWebhookStore(database, undefined).create(webhook(), secret, [])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  it('is encrypted in the stored answer of its registration, too', async () => {
    const store = makeSqlIdempotencyStore(database.sql, Date.now, oldBox)
    const key = { scope: 'open /webhooks', key: randomUUID() }
    const answer = { status: 201, location: null, body: { status: 'Success', result: { secret } } }
    const begun = await store.begin(key, 'print')
    if (begun.state !== 'started') throw new Error(begun.state)
    await store.finish(key, answer, begun.lease)
    expect(JSON.stringify(await database.prisma.idempotencyKey.findMany())).not.toContain('whsec_')
    expect(await store.begin(key, 'print')).toEqual({ state: 'finished', fingerprint: 'print', answer })
  })
})
