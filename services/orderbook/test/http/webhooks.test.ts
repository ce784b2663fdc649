import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import {
  type DeliveryWire,
  deliveryListSchema,
  deliverySchema,
  successEnvelopeSchema,
  webhookCreatedSchema,
  webhookListSchema,
  webhookSchema,
} from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { createOrder, errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { changeStatus } from '../support/change-status.ts'
import { startReplica, useOrderbook } from '../support/use-orderbook.ts'
import { proveWebhook, startReceiver } from '../support/webhook-receiver.ts'

const env = { ALLOW_PRIVATE_ADDRESSES: 'true' }
const book = useOrderbook('webhooks', env, { now: () => nowMs }, { challengesPerMinute: 0 })
let nowMs = Date.now()

type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function register(receiver: Receiver, over: object = {}) {
  const response = await book.api.post('/webhooks').send({ url: receiver.url, ...over })
  const webhook = resultOf(response, webhookCreatedSchema)
  receiver.setSecret(webhook.secret)
  secrets.set(webhook.webhook_id, webhook.secret)
  await proveWebhook(book.api, webhook)
  return webhook
}

/** The secret of each webhook, which proves who owns it, by the webhook's identifier. */
const secrets = new Map<string, string>()
const secretOf = (webhookId: string) => ({ 'webhook-secret': secrets.get(webhookId) ?? '' })
const remove = (webhookId: string) => book.api.delete(`/webhooks/${webhookId}`).set(secretOf(webhookId))

const logOf = async (webhookId: string): Promise<DeliveryWire[]> =>
  resultOf(await book.api.get(`/webhooks/${webhookId}/deliveries`).set(secretOf(webhookId)), deliveryListSchema).data

/** Reads the log until it is settled, because it is written after the answer. */
const settled = (webhookId: string, isSettled: (log: DeliveryWire[]) => boolean): Promise<DeliveryWire[]> =>
  untilSo(() => logOf(webhookId), isSettled, 'settled')

describe('a webhook', () => {
  it('receives what happens from then on, signed, and its log says so', async () => {
    await createOrder(book.api)
    const receiver = await startReceiver()
    const webhook = await register(receiver)
    const { order_id } = await createOrder(book.api)
    await changeStatus(book.database.prisma, order_id, 'source_initiated')
    await receiver.count(2)
    expect(receiver.received).toMatchObject([
      { isSigned: true, event: { order_id, order_seq: 1, type: 'order.created' } },
      { isSigned: true, event: { order_id, order_seq: 2, status: 'source_initiated' } },
    ])
    const log = await settled(webhook.webhook_id, (all) => all.every(({ status }) => status === 'delivered'))
    expect(log.map(({ delivery_id }) => delivery_id)).toEqual(receiver.received.map((one) => one.deliveryId).reverse())
    expect(log[0]).toMatchObject({ attempts: [{ status_code: 204, error: null }], next_attempt_at: null })
    await remove(webhook.webhook_id).expect(200)
  })

  it('receives only the types and the user that it asked for', async () => {
    const receiver = await startReceiver()
    const webhook = await register(receiver, { event_types: ['order.status_changed'], user_id: 'ann' })
    const other = await createOrder(book.api)
    await changeStatus(book.database.prisma, other.order_id, 'expired')
    const quote = await requestQuote(book.api)
    const { order_id } = (await book.api.post('/orders').send(orderBody(quote, { user_id: 'ann' }))).body.result
    await changeStatus(book.database.prisma, order_id, 'expired')
    await receiver.count(1)
    expect(receiver.received.map(({ event }) => event)).toMatchObject([{ order_id, type: 'order.status_changed' }])
    await remove(webhook.webhook_id).expect(200)
  })

  it('is tried again later and later, one event of an order at a time, and on request', async () => {
    let status = 500
    const receiver = await startReceiver(() => status)
    const { webhook_id } = await register(receiver)
    const { order_id } = await createOrder(book.api)
    await changeStatus(book.database.prisma, order_id, 'source_initiated')
    await receiver.count(1)
    const [second, first] = await settled(webhook_id, (log) => log.length === 2 && log.at(-1)?.attempts.length === 1)
    expect(first).toMatchObject({ status: 'pending', attempts: [{ status_code: 500, error: 'answered 500' }] })
    expect(Date.parse(first?.next_attempt_at ?? '') - nowMs).toBe(5_000)
    expect(second).toMatchObject({ status: 'pending', attempts: [] })

    status = 302
    nowMs += 5_000
    await receiver.count(2)
    await settled(webhook_id, (log) => log.at(-1)?.attempts[1]?.error === 'answered 302')
    expect(receiver.received.map(({ event }) => event.order_seq)).toEqual([1, 1])

    status = 200
    nowMs += 30_000
    await receiver.count(4)
    await settled(webhook_id, (log) => log.every((one) => one.status === 'delivered'))
    expect(receiver.received.map(({ event }) => event.order_seq)).toEqual([1, 1, 1, 2])
    expect(new Set(receiver.received.map(({ deliveryId }) => deliveryId)).size).toBe(2)

    const again = await book.api
      .post(`/webhooks/${webhook_id}/deliveries/${first?.delivery_id}/redeliver`)
      .set(secretOf(webhook_id))
    expect([again.status, resultOf(again, deliverySchema).status]).toEqual([202, 'pending'])
    await receiver.count(5)
    expect(receiver.received.at(-1)).toMatchObject({ deliveryId: first?.delivery_id, event: { order_seq: 1 } })
    await remove(webhook_id).expect(200)
  })

  it('does not wait for another one that never answers', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const pit = resultOf(
      await book.api.post('/webhooks').send({ url: `http://127.0.0.1:${port}/pit` }),
      webhookCreatedSchema,
    )
    secrets.set(pit.webhook_id, pit.secret)
    await book.database.prisma.webhook.updateMany({
      where: { webhookId: pit.webhook_id },
      data: { verifiedAt: new Date() },
    })
    const receiver = await startReceiver()
    const { webhook_id } = await register(receiver)
    for (let order = 0; order < 40; order += 1) await createOrder(book.api)
    await receiver.count(40)
    // Every attempt at the silent endpoint takes ten seconds, so that none has failed more than once.
    const attempts = (await logOf(pit.webhook_id)).flatMap((delivery) => delivery.attempts)
    expect(attempts.length).toBeLessThan(40)
    await remove(pit.webhook_id).expect(200)
    await remove(webhook_id).expect(200)
    silent.closeAllConnections()
    await new Promise((resolve) => silent.close(resolve))
  })

  it('rests after failures in a row, is disabled after days of them, and is enabled again', async () => {
    let status = 500
    const receiver = await startReceiver(() => status)
    const { webhook_id } = await register(receiver)
    for (let order = 0; order < 8; order += 1) await createOrder(book.api)
    const breaker = async () => {
      const { rows } = await book.database.pool.query(
        `SELECT failures, paused_until > $2 AS paused, disabled_at IS NOT NULL AS disabled FROM webhooks
         WHERE webhook_id = $1`,
        [webhook_id, new Date(nowMs)],
      )
      return rows[0] as { failures: number; paused: boolean | null; disabled: boolean }
    }
    await untilSo(breaker, ({ failures, paused }) => failures >= 5 && paused === true, 'paused')
    nowMs += 4 * 86_400_000
    await untilSo(breaker, ({ disabled }) => disabled, 'disabled')
    const sent = receiver.received.length
    await createOrder(book.api)
    const header = secretOf(webhook_id)
    const listed = resultOf(await book.api.get('/webhooks').set(header), webhookListSchema).data
    expect([listed[0]?.status, listed[0]?.disabled_at]).toEqual(['disabled', expect.any(String)])
    status = 204
    nowMs += 86_400_000
    expect(receiver.received.length).toBe(sent)
    const enabled = await book.api.post(`/webhooks/${webhook_id}/enable`).set(header)
    expect(resultOf(enabled, webhookSchema).disabled_at).toBeNull()
    await settled(webhook_id, (log) => log.length >= 8 && log.every((one) => one.status === 'delivered'))
    expect(await breaker()).toMatchObject({ failures: 0, disabled: false })
    await remove(webhook_id).expect(200)
  })

  it('misses nothing, and sees each order in order, while servers die and it fails at random', async () => {
    // Every third request fails. The pattern is fixed, so that a failure can be repeated.
    let requests = 0
    const accepted: { orderId: string; orderSeq: number }[] = []
    const receiver = await startReceiver(({ event }) => {
      requests += 1
      if (requests % 3 === 0) return 503
      accepted.push({ orderId: event.order_id, orderSeq: event.order_seq })
      return 200
    })
    const { webhook_id } = await register(receiver)
    const orders: string[] = []
    for (let round = 0; round < 4; round += 1) {
      const server = await startReplica(book, env, { now: () => nowMs })
      for (let made = 0; made < 3; made += 1) {
        const { order_id } = await createOrder(book.api)
        orders.push(order_id)
        await changeStatus(book.database.prisma, order_id, 'source_initiated')
        await changeStatus(book.database.prisma, order_id, 'destination_initiated')
      }
      nowMs += 60_000
      await server.stop()
    }
    const expected = new Set(orders.flatMap((orderId) => [1, 2, 3].map((orderSeq) => `${orderId} ${orderSeq}`)))
    await settled(webhook_id, (log) => {
      nowMs += 10_000
      return log.length === expected.size && log.every(({ status }) => status === 'delivered')
    })
    expect(new Set(accepted.map(({ orderId, orderSeq }) => `${orderId} ${orderSeq}`))).toEqual(expected)
    for (const order of orders) {
      const firsts = [...new Set(accepted.filter(({ orderId }) => orderId === order).map(({ orderSeq }) => orderSeq))]
      expect(firsts).toEqual([1, 2, 3])
    }
    await remove(webhook_id).expect(200)
  })
})

describe('the registration', () => {
  it('is listed without its secret, and can be deleted', async () => {
    const receiver = await startReceiver()
    const { secret: _secret, ...registered } = await register(receiver)
    const webhook = { ...registered, status: 'active' }
    const listed = await book.api.get('/webhooks').set(secretOf(webhook.webhook_id))
    expect(resultOf(listed, webhookListSchema).data).toEqual([webhook])
    expect(JSON.stringify(listed.body)).not.toContain('whsec_')
    const deleted = await remove(webhook.webhook_id)
    expect(resultOf(deleted, webhookSchema)).toEqual(webhook)
    expect(errorOf(await remove(webhook.webhook_id))).toMatchObject({
      status: 404,
      code: 'WEBHOOK_NOT_FOUND',
    })
  })

  it('belongs, without API keys, to whoever has its secret', async () => {
    const receiver = await startReceiver()
    const { webhook_id } = await register(receiver)
    const other = await register(receiver)
    for (const header of [{}, { 'webhook-secret': 'whsec_AAAA' }, secretOf(other.webhook_id)]) {
      const path = `/webhooks/${webhook_id}`
      expect((await book.api.delete(path).set(header)).status).toBe(404)
      expect((await book.api.get(`${path}/deliveries`).set(header)).status).toBe(404)
      expect((await book.api.post(`${path}/enable`).set(header)).status).toBe(404)
      expect((await book.api.post(`${path}/challenge`).set(header)).status).toBe(404)
      const { data } = resultOf(await book.api.get('/webhooks').set(header), webhookListSchema)
      expect(data.some((webhook) => webhook.webhook_id === webhook_id)).toBe(false)
    }
    await remove(webhook_id).expect(200)
    await remove(other.webhook_id).expect(200)
  })

  it('from before there were API keys belongs to its secret still', async () => {
    const receiver = await startReceiver()
    const { webhook_id, secret } = await register(receiver)
    const key = 'key-of-somebody-who-writes-here'
    const keyed = await startReplica(book, { ...env, API_KEYS: key })
    const url = `${keyed.url}/webhooks/${webhook_id}`
    const remove = async (headers: Record<string, string>) => (await fetch(url, { method: 'DELETE', headers })).status
    const authorization = `Bearer ${key}`
    expect(await remove({ 'webhook-secret': secret })).toBe(401)
    expect(await remove({ authorization })).toBe(404)
    expect(await remove({ authorization, 'webhook-secret': secret })).toBe(200)
  })

  it('is refused for an IPv6 network that has too many, and for all once there are too many', async () => {
    const server = await startReplica(book, { ...env, TRUST_PROXY: '1' })
    const url = `${server.url}/webhooks`
    const seed = (count: number, wider: string) =>
      book.database.pool.query(
        `INSERT INTO webhooks (webhook_id, client, url, target, secret, secret_hash, after_seq, created_at, disabled_at, wider_hashes)
         SELECT gen_random_uuid(), 'open', 'https://x.example/', 'https://x.example/' || n, 'x', 'crowd', 0, now(), now(),
           ARRAY[encode(sha256(convert_to($2, 'UTF8')), 'hex')]
         FROM generate_series(1, $1) n`,
        [count, wider],
      )
    const registered = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const body = JSON.stringify({ url: 'https://shop.example/crowd' })
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    await seed(200, 'ip:2001:db8:5:0/56')
    expect(await registered('2001:db8:5:1::1')).toBe(422)
    expect(await registered('2001:db8:5:100::1')).toBe(201)
    await seed(800, 'ip:2001:db8:6/48')
    expect(await registered('2001:db8:6:100::1')).toBe(422)
    await seed(9_000, 'others')
    expect(await registered('192.0.2.77')).toBe(503)
    await book.database.pool.query(
      `DELETE FROM webhooks WHERE secret_hash = 'crowd' OR target = 'https://shop.example/crowd'`,
    )
  })

  it('is refused for a URL that has five already', async () => {
    const receiver = await startReceiver()
    const made = [(await register(receiver)).webhook_id]
    // Simultaneous registrations cannot exceed the limit.
    const atOnce = await Promise.all(
      Array.from({ length: 12 }, () => book.api.post('/webhooks').send({ url: receiver.url })),
    )
    for (const answer of atOnce.filter(({ status }) => status === 201)) {
      const { webhook_id, secret } = resultOf(answer, webhookCreatedSchema)
      secrets.set(webhook_id, secret)
      made.push(webhook_id)
    }
    expect(made).toHaveLength(5)
    const sixth = await book.api.post('/webhooks').send({ url: receiver.url })
    expect(errorOf(sixth)).toMatchObject({ status: 422, code: 'INVALID_WEBHOOK_URL' })
    const other = await book.api.post('/webhooks').send({ url: `${receiver.url}?another#one` })
    expect(errorOf(other)).toMatchObject({ status: 422, code: 'INVALID_WEBHOOK_URL' })
    // The webhooks of one client do not use up another client's places at the URL.
    const key = 'key-of-the-owner-of-this-url-here'
    const keyed = await startReplica(book, { ...env, API_KEYS: key })
    const webhooks = `${keyed.url}/webhooks`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    // A client with a key may distinguish its own users by the query.
    for (let tenant = 0; tenant < 8; tenant += 1) {
      const body = JSON.stringify({ url: `${receiver.url}?tenant=${tenant}` })
      expect((await fetch(webhooks, { method: 'POST', headers, body })).status).toBe(201)
    }
    await book.database.prisma.webhook.deleteMany({ where: { client: { not: 'open' } } })
    for (const id of made) await remove(id).expect(200)
  })

  it('can be registered by the owner of a URL, whatever strangers in other networks have registered for it', async () => {
    const server = await startReplica(book, { ...env, TRUST_PROXY: '1' })
    const url = `${server.url}/webhooks`
    const statusFrom = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const body = JSON.stringify({ url: 'https://shop.example/squatted' })
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    const all = async (...addresses: string[]) => {
      const statuses = await Promise.all(addresses.map(statusFrom))
      return statuses.sort((a, b) => a - b)
    }
    const six = (address: string) => Array.from({ length: 6 }, () => address)
    expect(await all(...six('203.0.113.1'))).toEqual([201, 201, 201, 201, 201, 422])
    // An IPv6 /64 is one network.
    const v6 = six('').map((_, host) => `2001:db8::${host + 1}`)
    expect(await all(...v6)).toEqual([201, 201, 201, 201, 201, 422])
    expect(await all(...six('198.51.100.7'))).toEqual([201, 201, 201, 201, 201, 422])
    const rows = await book.database.prisma.webhook.findMany({ where: { url: 'https://shop.example/squatted' } })
    expect(new Set(rows.map(({ secret }) => secret)).size).toBe(15)
    for (const { networkHash } of rows) expect(networkHash).toMatch(/^[0-9a-f]{64}$/)
    await book.database.prisma.webhook.deleteMany({ where: { url: 'https://shop.example/squatted' } })
  })

  it('is refused to a network that has a hundred already, at whatever URLs, and to no other', async () => {
    const server = await startReplica(book, { ...env, TRUST_PROXY: '1' })
    const webhooks = `${server.url}/webhooks`
    const registerAt = async (path: string, address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const body = JSON.stringify({ url: `https://many.example/${path}` })
      return (await fetch(webhooks, { method: 'POST', headers, body })).status
    }
    const statuses = await Promise.all(Array.from({ length: 108 }, (_, nth) => registerAt(`${nth}`, '203.0.113.1')))
    expect(statuses.filter((status) => status === 201)).toHaveLength(100)
    expect(statuses.filter((status) => status === 422)).toHaveLength(8)
    expect(await registerAt('own', '203.0.113.2')).toBe(201)
    const { count } = await book.database.prisma.webhook.deleteMany({
      where: { url: { startsWith: 'https://many.example/' } },
    })
    expect(count).toBe(101)
  })

  it('shows its secret to no other network that guesses the Idempotency-Key', async () => {
    const server = await startReplica(book, { ...env, TRUST_PROXY: '1' })
    const url = `${server.url}/webhooks`
    const registerFrom = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': '1', 'x-forwarded-for': address }
      const body = JSON.stringify({ url: 'https://shop.example/idempotent' })
      const answer: unknown = await (await fetch(url, { method: 'POST', headers, body })).json()
      return successEnvelopeSchema(webhookCreatedSchema).parse(answer).result
    }
    const own = await registerFrom('203.0.113.1')
    expect(await registerFrom('203.0.113.1')).toEqual(own)
    expect((await registerFrom('203.0.113.2')).secret).not.toBe(own.secret)
    await book.database.prisma.webhook.deleteMany({ where: { url: 'https://shop.example/idempotent' } })
  })

  it('belongs to the API key it was made with', async () => {
    const keys = ['first-key-of-thirty-characters', 'other-key-of-thirty-characters']
    const server = await startReplica(book, { ...env, API_KEYS: keys.join(',') })
    const call = (method: string, path: string, key: string | undefined, body?: object) =>
      fetch(server.url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const url = { url: 'https://shop.example/' }
    expect((await call('POST', '/webhooks', undefined, url)).status).toBe(401)
    const made = await (await call('POST', '/webhooks', keys[0], url)).json()
    const { webhook_id: id } = (made as { result: { webhook_id: string } }).result
    expect((await call('GET', `/webhooks/${id}/deliveries`, keys[1])).status).toBe(404)
    expect((await call('GET', `/webhooks/${id}/deliveries`, undefined)).status).toBe(404)
    expect((await call('DELETE', `/webhooks/${id}`, keys[1])).status).toBe(404)
    expect((await call('DELETE', `/webhooks/${id}`, keys[0])).status).toBe(200)
  })

  it.each(['http://shop.example/', 'https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://10.0.0.1/'])(
    'refuses %s where private addresses are not allowed',
    async (url) => {
      const strict = await startReplica(book)
      const response = await fetch(`${strict.url}/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        422,
        'INVALID_WEBHOOK_URL',
      ])
    },
  )
})
