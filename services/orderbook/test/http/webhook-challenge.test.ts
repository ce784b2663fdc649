/** A webhook gets no events before the endpoint at its URL has answered a challenge. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { webhookChallengeSchema, webhookCreatedSchema, webhookListSchema, webhookSchema } from '@tandem/contracts'
import { createTestDatabase } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import { deleteUnverified } from '../../src/webhooks/db/webhook.store.ts'
import { createOrder, errorOf, resultOf } from '../support/api.ts'
import { migrationsDir } from '../support/database.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { startOrderbook, useOrderbook } from '../support/use-orderbook.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const book = useOrderbook('challenge', { ALLOW_PRIVATE_ADDRESSES: 'true' }, {}, { challengesPerMinute: 0 })
afterEach(() => book.database.prisma.webhook.deleteMany())

type Registered = { webhook_id: string; secret: string }

const register = async (url: string, { api }: TestOrderbook = book) =>
  resultOf(await api.post('/webhooks').send({ url }), webhookCreatedSchema)

const challenge = ({ webhook_id, secret }: Registered, { api } = book) =>
  api.post(`/webhooks/${webhook_id}/challenge`).set('webhook-secret', secret)

const listed = async ({ secret }: Registered) =>
  resultOf(await book.api.get('/webhooks').set('webhook-secret', secret), webhookListSchema).data[0]

/** Starts an endpoint that answers challenges with the test's function. */
async function startEndpoint(answer: (challenge: string, response: ServerResponse, request: IncomingMessage) => void) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    void text(request).then((body) =>
      answer(webhookChallengeSchema.parse(JSON.parse(body)).challenge, response, request),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: () => requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('a webhook whose URL is not proven', () => {
  it('receives nothing, and once its endpoint answers the challenge what happens from then on', async () => {
    const receiver = await startReceiver()
    const webhook = await register(receiver.url)
    expect(webhook.status).toBe('pending')
    const other = await startReceiver()
    const proven = await register(other.url)
    other.setSecret(proven.secret)
    await challenge(proven).expect(200)
    await createOrder(book.api)
    await other.count(1)
    expect(receiver.received).toEqual([])
    // The receiver checks signatures, and does not know the secret yet.
    expect(errorOf(await challenge(webhook))).toMatchObject({ status: 422, code: 'WEBHOOK_CHALLENGE_FAILED' })
    receiver.setSecret(webhook.secret)
    expect(resultOf(await challenge(webhook), webhookSchema)).toMatchObject({
      webhook_id: webhook.webhook_id,
      status: 'active',
      disabled_at: null,
    })
    const { order_id } = await createOrder(book.api)
    await receiver.count(1)
    expect(receiver.received).toMatchObject([{ isSigned: true, event: { order_id, type: 'order.created' } }])
  })

  it('is not activated by being enabled', async () => {
    const webhook = await register('https://shop.example/')
    const enabled = await book.api.post(`/webhooks/${webhook.webhook_id}/enable`).set('webhook-secret', webhook.secret)
    expect(resultOf(enabled, webhookSchema).status).toBe('pending')
  })

  it('is deleted an hour after its registration, and a proven one is not', async () => {
    const { prisma } = book.database
    const [proven, , late] = [await register('http://a.example/'), await register('http://b.example/'), new Date()]
    await prisma.webhook.update({ where: { webhookId: proven.webhook_id }, data: { verifiedAt: late } })
    const registeredAt = Math.max(...(await prisma.webhook.findMany()).map((one) => one.createdAt.getTime()))
    await deleteUnverified(prisma, registeredAt + 3_599_000)
    expect(await prisma.webhook.count()).toBe(2)
    await deleteUnverified(prisma, registeredAt + 3_601_000)
    expect((await prisma.webhook.findMany()).map(({ webhookId }) => webhookId)).toEqual([proven.webhook_id])
  })
})

describe('a challenge', () => {
  it('that is answered with a line end after it proves the URL, and is sent no second time', async () => {
    const endpoint = await startEndpoint((asked, response) => response.writeHead(201).end(`${asked}\n`))
    const webhook = await register(endpoint.url)
    for (const _time of [1, 2]) expect(resultOf(await challenge(webhook), webhookSchema).status).toBe('active')
    expect(endpoint.requests()).toBe(1)
    await endpoint.stop()
  })

  it.each<[string, (asked: string, response: ServerResponse) => void, string]>([
    ['another status', (asked, response) => response.writeHead(404).end(asked), 'answered 404'],
    ['a redirect', (asked, response) => response.writeHead(307, { location: '/other' }).end(asked), 'answered 307'],
    ['nothing', (_asked, response) => response.writeHead(204).end(), 'answered something else than the challenge'],
    ['another text', (asked, response) => response.end(`${asked}0`), 'answered something else than the challenge'],
    ['the body that it got', (asked, response) => response.end(JSON.stringify({ challenge: asked })), 'something else'],
    ['a text without end', (_asked, response) => endlessly(response), 'answered more than 1024 bytes'],
    ['a closed connection', (_asked, response) => response.destroy(), 'ECONNRESET'],
    ['half an answer', (asked, response) => response.write(asked, () => response.destroy()), 'ECONNRESET'],
  ])('that is answered with %s proves nothing, and can be sent again', async (_name, answer, reason) => {
    let isWrong = true
    const endpoint = await startEndpoint((asked, response) => (isWrong ? answer(asked, response) : response.end(asked)))
    const webhook = await register(endpoint.url)
    const refused = await challenge(webhook)
    expect(errorOf(refused)).toMatchObject({ status: 422, code: 'WEBHOOK_CHALLENGE_FAILED' })
    expect(refused.body.result).toContain(reason)
    expect((await listed(webhook))?.status).toBe('pending')
    isWrong = false
    expect(resultOf(await challenge(webhook), webhookSchema).status).toBe('active')
    await endpoint.stop()
  })

  it.each<[string, (asked: string, response: ServerResponse) => void]>([
    ['not answered', () => undefined],
    ['answered byte by byte', (_asked, response) => drip(response)],
  ])('that is %s within ten seconds proves nothing', async (_name, answer) => {
    const endpoint = await startEndpoint(answer)
    const refused = await challenge(await register(endpoint.url))
    expect([refused.status, refused.body.result]).toEqual([422, expect.stringContaining('no answer within 10 s')])
    await endpoint.stop()
  })

  it('is sent no more than ten times a minute for one client, to whatever URLs', async () => {
    const strict = await startOrderbook('challenges', { ALLOW_PRIVATE_ADDRESSES: 'true' })
    const endpoint = await startEndpoint((_asked, response) => response.writeHead(404).end())
    const webhooks = await Promise.all([1, 2, 3].map((nth) => register(`${endpoint.url}/${nth}`, strict)))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => webhooks)
        .flat()
        .map((one) => challenge(one, strict)),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(422), count(429), endpoint.requests()]).toEqual([10, 5, 10])
    await endpoint.stop()
  })
})

it('webhooks from before there were challenges are proven by the migration', async () => {
  const database = await createTestDatabase('before_challenges')
  const older = await mkdtemp(join(tmpdir(), 'migrations-'))
  const [first = ''] = (await readdir(migrationsDir)).sort()
  for (const name of [first, 'migration_lock.toml'])
    await cp(join(migrationsDir, name), join(older, name), { recursive: true })
  await applyMigrations({ databaseUrl: database.url, migrationsDir: older })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `INSERT INTO webhooks (webhook_id, client, url, target, secret, secret_hash, after_seq, created_at)
     VALUES (gen_random_uuid(), 'open', 'https://x.example/', 'https://x.example/', 's', 'h', 0, '2026-11-01T00:00:00Z')`,
  )
  await applyMigrations({ databaseUrl: database.url, migrationsDir })
  const { rows } = await client.query('SELECT verified_at = created_at AS proven FROM webhooks')
  expect(rows).toEqual([{ proven: true }])
  await client.end()
  await rm(older, { recursive: true })
  await database.drop()
})

function endlessly(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(1_000))) {}
  }
  response.on('drain', more)
  more()
}

function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write('x'), 500)
  response.on('close', () => clearInterval(dripping))
}
