/** A webhook must not be used to reach addresses that only this machine can reach. */
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type DeliveryWire, deliveryListSchema, webhookCreatedSchema } from '@tandem/contracts'
import { createOrder, errorOf, resultOf } from '../support/api.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { startOrderbook } from '../support/use-orderbook.ts'
import { proveWebhook, startReceiver } from '../support/webhook-receiver.ts'

/** The address of the name, which the test changes as the owner of its DNS could. */
let addressOfName = '93.184.215.14'
let books: { strict: TestOrderbook; open: TestOrderbook }

beforeAll(async () => {
  const [strict, open] = await Promise.all([
    startOrderbook(
      'ssrf',
      {},
      {
        resolveName: (_name, _options, done) => done(null, [{ address: addressOfName, family: 4 }]),
      },
    ),
    startOrderbook('redirects', { ALLOW_PRIVATE_ADDRESSES: 'true' }),
  ])
  books = { strict, open }
})

type Registered = { webhook_id: string; secret: string }

/** The first attempt of the webhook's only delivery. */
async function firstAttempt(
  { api }: TestOrderbook,
  { webhook_id, secret }: Registered,
): Promise<DeliveryWire['attempts'][number]> {
  for (;;) {
    const answer = await api.get(`/webhooks/${webhook_id}/deliveries`).set({ 'webhook-secret': secret })
    const { data } = resultOf(answer, deliveryListSchema)
    const attempt = data[0]?.attempts[0]
    if (attempt !== undefined) return attempt
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Marks the webhook as verified, as if the endpoint had answered a challenge before its name changed. */
const verify = ({ database }: TestOrderbook, { webhook_id }: Registered) =>
  database.prisma.webhook.updateMany({ where: { webhookId: webhook_id }, data: { verifiedAt: new Date() } })

const listening = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('a webhook', () => {
  it('is not delivered to a name that led to a public address when it was registered, and leads here now', async () => {
    let connections = 0
    const inside = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    const port = await listening(inside)
    const registered = await books.strict.api.post('/webhooks').send({ url: `https://shop.example:${port}/hook` })
    const webhook = resultOf(registered, webhookCreatedSchema)
    addressOfName = '127.0.0.1'
    const challenged = await books.strict.api
      .post(`/webhooks/${webhook.webhook_id}/challenge`)
      .set({ 'webhook-secret': webhook.secret })
    expect(errorOf(challenged)).toMatchObject({ status: 422, code: 'WEBHOOK_CHALLENGE_FAILED' })
    expect(challenged.body.result).toContain('the name leads to an address that is not public')
    await verify(books.strict, webhook)
    await createOrder(books.strict.api)
    expect(await firstAttempt(books.strict, webhook)).toMatchObject({
      status_code: null,
      error: 'the name leads to an address that is not public',
    })
    expect(connections).toBe(0)
    await new Promise((resolve) => inside.close(resolve))
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    let requests = 0
    const inside = createHttpServer((_req, res) => {
      requests += 1
      res.end()
    })
    const location = `http://127.0.0.1:${await listening(inside)}/`
    const receiver = await startReceiver(() => status, location)
    const registered = await books.open.api.post('/webhooks').send({ url: receiver.url })
    const webhook = resultOf(registered, webhookCreatedSchema)
    receiver.setSecret(webhook.secret)
    await proveWebhook(books.open.api, webhook)
    await createOrder(books.open.api)
    expect(await firstAttempt(books.open, webhook)).toMatchObject({
      status_code: status,
      error: `answered ${status}`,
    })
    expect(requests).toBe(0)
    await books.open.api.delete(`/webhooks/${webhook.webhook_id}`).set({ 'webhook-secret': webhook.secret }).expect(200)
    await new Promise((resolve) => inside.close(resolve))
  })
})
