/** Operators approve and suspend makers while the orderbook quotes. */
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  listedMakerSchema,
  listedMakersSchema,
  makerListSchema,
  makerRecordSchema,
  orderConsentSchema,
  orderSchema,
  type QuoteWire,
  quoteSchema,
} from '@tandem/contracts'
import { createLogger } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { compose } from '../../src/compose.ts'
import { configProblems } from '../../src/config.ts'
import { errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomHash } from '../support/builders.ts'
import { type FakeMaker, startFakeMaker } from '../support/fake-maker.ts'
import { makersFile } from '../support/makers-file.ts'
import { startTestOrderbook, type TestOrderbook, testConfig } from '../support/orderbook.ts'

const [alice, bob, client] = ['alice', 'bob', 'client'].map((name) => `${name}-key-0123456789abcdef`)
const lines: Record<string, unknown>[] = []
const texts: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    texts.push(String(chunk))
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
const logger = createLogger({ service: 'orderbook', level: 'info', format: 'json', stream })

let book: TestOrderbook
let filed: FakeMaker
let removeFile: () => void
const started: FakeMaker[] = []
let names = 0

beforeAll(async () => {
  filed = await startFakeMaker('filed', 24_976_000n)
  const file = makersFile([filed.entry])
  removeFile = file.remove
  const env = {
    MAKERS_FILE: file.path,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MAKERS_ANSWER_MS: '1500',
    MAKERS_ORDER_MS: '4000',
    ADMIN_KEYS: `${alice},${bob}`,
    API_KEYS: `${client}`,
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '100000',
  }
  book = await startTestOrderbook('admin', env, { logger })
})
afterEach(async () => {
  for (const maker of started.splice(0)) {
    await suspend(maker.makerId)
    await maker.stop()
  }
})
afterAll(async () => {
  await book.stop()
  await filed.stop()
  removeFile()
})

const bearer = (key: string | undefined) => ({ authorization: `Bearer ${key}` })
const list = async () => resultOf(await book.api.get('/admin/makers').set(bearer(alice)), listedMakersSchema).data
const approve = (entry: object, key = alice) => book.api.post('/admin/makers').set(bearer(key)).send(entry)
const suspend = (makerId: string, key = alice) => book.api.post(`/admin/makers/${makerId}/suspend`).set(bearer(key))
const resume = (makerId: string, key = alice) => book.api.post(`/admin/makers/${makerId}/resume`).set(bearer(key))
const quoteOf = (api = book.api) =>
  requestQuote({ post: (path: string) => api.post(path).set(bearer(client)) } as unknown as typeof api)
const orderOf = (quote: QuoteWire) => book.api.post('/orders').set(bearer(client)).send(orderBody(quote))
const winnerOf = (quote: QuoteWire) => quote.maker_quote?.maker_id ?? null

async function start(amount: bigint, replies: Parameters<typeof startFakeMaker>[2] = {}): Promise<FakeMaker> {
  const maker = await startFakeMaker(`maker-${++names}`, amount, replies)
  started.push(maker)
  return maker
}
async function approved(amount: bigint, replies: Parameters<typeof startFakeMaker>[2] = {}): Promise<FakeMaker> {
  const maker = await start(amount, replies)
  expect((await approve(maker.entry)).status).toBe(201)
  return maker
}

describe('the keys of operators', () => {
  const requests = [
    ['GET', '/admin/makers'],
    ['POST', '/admin/makers'],
    ['POST', '/admin/makers/filed/suspend'],
    ['POST', '/admin/makers/filed/resume'],
    ['GET', '/admin/openapi.json'],
    ['GET', '/ADMIN/makers'],
    ['DELETE', '/admin/makers'],
    ['GET', '/admin'],
    ['GET', '/admin/what'],
  ] as const
  it.each(requests)('%s %s is refused without one, and with any other', async (method, path) => {
    const before = await list()
    const wrong = ['', 'Bearer', 'Bearer ', 'Bearer wrong', `Bearer ${client}`, `Bearer ${alice}x`, `Basic ${alice}`]
    for (const authorization of [undefined, ...wrong, `Bearer ${alice?.slice(0, -1)}`, `Bearer ${alice} ${bob}`]) {
      const ask = book.api[method.toLowerCase() as 'get' | 'post' | 'delete'](path)
      const answer = await (authorization === undefined ? ask : ask.set({ authorization })).send()
      expect(errorOf(answer)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
      // It counts against the limit of requests like every other: keys cannot be tried at will.
      expect(answer.headers['ratelimit-limit']).toBe('100000')
    }
    expect(await list()).toEqual(before)
  })

  it('tell a caller that has one what there is', async () => {
    const document = await book.api.get('/admin/openapi.json').set(bearer(alice))
    expect(Object.keys(document.body.paths)).toContain('/admin/makers/{maker_id}/suspend')
    expect(document.headers['cache-control']).toBe('no-store')
    const gone = await book.api.get('/admin/what').set(bearer(alice))
    expect(errorOf(gone)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const put = await book.api.put('/admin/makers').set(bearer(alice)).send({})
    expect([errorOf(put).code, put.headers.allow]).toEqual(['METHOD_NOT_ALLOWED', 'GET, POST, HEAD'])
    const query = await book.api.get('/admin/makers?status=suspended').set(bearer(alice))
    expect(errorOf(query)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  it('stand in no document that everybody can read', async () => {
    expect((await book.api.get('/openapi.json')).text).not.toContain('/admin')
  })

  it.each<[string, Record<string, string>, string]>([
    ['without a key that seals secrets', { SECRETS_KEY: '' }, 'SECRETS_KEY: is required'],
    ['that clients have', { API_KEYS: `${alice}` }, 'ADMIN_KEYS: has a key of API_KEYS'],
  ])('do not start an orderbook %s', (_name, env, problem) => {
    const config = testConfig('postgres://x', { ADMIN_KEYS: `${alice}`, ...env })
    expect(configProblems(config).join('\n')).toContain(problem)
  })
})

describe('POST /admin/makers', () => {
  it('has a maker asked at once, by every replica soon, and tells nobody its secret', async () => {
    const maker = await start(24_990_000n)
    const listed = resultOf(await approve(maker.entry), listedMakerSchema)
    expect(listed).toMatchObject({
      maker_id: maker.makerId,
      origin: 'api',
      status: 'approved',
      changed_by: expect.any(String),
    })
    expect(winnerOf(await quoteOf())).toBe(maker.makerId)
    expect(resultOf(await book.api.get('/makers'), makerListSchema).data.map(({ maker_id }) => maker_id)).toEqual([
      'filed',
      maker.makerId,
    ])
    const audit = lines.filter(({ message, maker: name }) => message === 'maker.approved' && name === maker.makerId)
    expect(audit).toEqual([expect.objectContaining({ admin: listed.changed_by })])
    const rows = await book.database.prisma.$queryRawUnsafe('SELECT * FROM maker_listings')
    for (const text of [JSON.stringify(rows), texts.join(''), JSON.stringify(listed), JSON.stringify(await list())])
      for (const secret of [maker.entry.secret.slice(6), `${alice}`]) expect(text).not.toContain(secret)

    const replica = compose(
      testConfig(book.database.url, { ALLOW_PRIVATE_ADDRESSES: 'true', MAKERS_ANSWER_MS: '1500' }),
      {
        logger,
      },
    )
    try {
      const url = await replica.start()
      const other = (await import('supertest')).default(url)
      expect(winnerOf(await requestQuote(other))).toBe(maker.makerId)
      expect((await other.get('/admin/makers').set(bearer(alice))).status).toBe(404)
      await suspend(maker.makerId)
      // A replica reads what it knows anew after a second.
      while (winnerOf(await requestQuote(other)) !== null) await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await replica.stop()
    }
  })

  it('refuses what cannot be asked, and what is listed already', async () => {
    const { entry } = await start(24_990_000n)
    const strange = [
      {},
      [],
      { ...entry, more: 1 },
      { ...entry, maker_id: '../admin' },
      { ...entry, signer: '0x12' },
      { ...entry, endpoint: 'file:///etc/passwd' },
      { ...entry, secret: 'short' },
      { ...entry, addresses: { nowhere: entry.signer } },
      { ...entry, routes: ['a>b'] },
      { ...entry, routes: [] },
    ]
    for (const body of strange)
      expect(errorOf(await approve(body))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    for (const body of [filed.entry, { ...entry, maker_id: 'filed' }, { ...entry, signer: filed.signer.toLowerCase() }])
      expect(errorOf(await approve(body))).toMatchObject({ status: 409, code: 'MAKER_EXISTS' })
    expect((await list()).map(({ maker_id }) => maker_id)).not.toContain(entry.maker_id)
  })

  it('replaces what it approved before of the same name and signing key, and leaves it suspended', async () => {
    const elsewhere = await start(24_990_000n, { quote: () => ({ body: { declined: 'not here' } }) })
    const maker = await start(24_990_000n)
    const { endpoint, secret } = elsewhere.entry
    expect((await approve({ ...maker.entry, endpoint, secret })).status).toBe(201)
    await quoteOf()
    const newer = await approve(maker.entry, bob)
    expect(newer.status).toBe(200)
    expect(resultOf(newer, listedMakerSchema)).toMatchObject({ endpoint: `${maker.entry.endpoint}/` })
    expect(winnerOf(await quoteOf())).toBe(maker.makerId)
    expect([elsewhere.asked.quotes, maker.asked]).toMatchObject([1, { quotes: 1, unsigned: 0 }])
    expect(
      lines.filter(({ message, maker: name }) => message === 'maker.replaced' && name === maker.makerId),
    ).toHaveLength(1)
    const another = { ...maker.entry, signer: elsewhere.signer }
    expect(errorOf(await approve(another)).code).toBe('MAKER_EXISTS')
    await suspend(maker.makerId)
    expect(resultOf(await approve(maker.entry), listedMakerSchema)).toMatchObject({ status: 'suspended' })
  })

  it('lists one of those that two operators approve at once under one name, or with one key', async () => {
    const [one, other] = [await start(24_990_000n), await start(24_991_000n)]
    const sameName = [one.entry, { ...other.entry, maker_id: one.makerId }]
    const answers = await Promise.all(sameName.map((entry, index) => approve(entry, index === 0 ? alice : bob)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const sameKey = [
      { ...other.entry, maker_id: 'twin-1', signer: filed.addresses.devnet_a },
      { ...other.entry, maker_id: 'twin-2', signer: filed.addresses.devnet_a.toLowerCase() },
    ]
    const keyed = await Promise.all(sameKey.map((entry, index) => approve(entry, index === 0 ? alice : bob)))
    expect(keyed.map(({ status }) => status).sort()).toEqual([201, 409])
    for (const answer of [...answers, ...keyed].filter(({ status }) => status === 409))
      expect(errorOf(answer).code).toBe('MAKER_EXISTS')
    await Promise.all(['twin-1', 'twin-2'].map((name) => suspend(name)))
  })
})

describe('POST /admin/makers/{maker_id}/suspend', () => {
  it('changes once what two operators change at once, and writes one line of it', async () => {
    const maker = await approved(24_990_000n)
    const answers = await Promise.all([
      suspend(maker.makerId, alice),
      suspend(maker.makerId, bob),
      suspend(maker.makerId, bob),
    ])
    for (const answer of answers) expect(resultOf(answer, listedMakerSchema).status).toBe('suspended')
    const audit = lines.filter(({ message, maker: name }) => message === 'maker.suspended' && name === maker.makerId)
    expect(audit).toHaveLength(1)
    expect((await list()).find(({ maker_id }) => maker_id === maker.makerId)?.changed_by).toBe(audit[0]?.admin)
  })

  it('suspends and resumes a maker of the file, and knows no other name', async () => {
    expect(resultOf(await suspend('filed'), listedMakerSchema)).toMatchObject({ origin: 'file', status: 'suspended' })
    expect(winnerOf(await quoteOf())).toBeNull()
    expect(resultOf(await resume('filed'), listedMakerSchema)).toMatchObject({ origin: 'file', status: 'approved' })
    expect(winnerOf(await quoteOf())).toBe('filed')
    for (const answer of [await suspend('nobody'), await resume('nobody')])
      expect(errorOf(answer)).toMatchObject({ status: 404, code: 'MAKER_NOT_FOUND' })
  })

  it('leaves out a maker whose secret no key opens, asks the others, and takes it back when it is approved anew', async () => {
    const maker = await approved(24_977_000n)
    const { makerId } = maker
    await book.database.sql.query(unchecked('UPDATE maker_listings SET secret = $2 WHERE maker_id = $1'), [
      makerId,
      'sealed:lost:AAAA',
    ])
    while ((await list()).some((one) => one.maker_id === makerId))
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(winnerOf(await quoteOf())).toBe('filed')
    expect(texts.some((text) => text.includes(`the secret of the maker ${makerId} cannot be opened`))).toBe(true)
    const elsewhere = await start(24_977_000n)
    for (const other of [
      { ...maker.entry, signer: elsewhere.signer },
      { ...elsewhere.entry, signer: maker.signer },
    ])
      expect(errorOf(await approve(other)).code).toBe('MAKER_EXISTS')
    const again = await approve(maker.entry, bob)
    expect([again.status, resultOf(again, listedMakerSchema).status]).toEqual([200, 'approved'])
    expect(winnerOf(await quoteOf())).toBe(makerId)
    expect(lines.filter(({ message, maker: name }) => message === 'maker.replaced' && name === makerId)).toHaveLength(1)
  })

  it('withdraws an open quote, and gives its user the next best one', async () => {
    const best = await approved(24_990_000n)
    const [first, second] = [await quoteOf(), await quoteOf()]
    expect([winnerOf(first), winnerOf(second)]).toEqual([best.makerId, best.makerId])
    await suspend(best.makerId)
    const nextOf = async (quote: QuoteWire) => {
      const refused = errorOf(await orderOf(quote))
      expect(refused).toMatchObject({ status: 409, code: 'QUOTE_WITHDRAWN' })
      return quoteSchema.parse(refused.details?.quote)
    }
    const next = await nextOf(first)
    expect([winnerOf(next), resultOf(await orderOf(next), orderSchema).maker_quote?.maker_id]).toEqual([
      'filed',
      'filed',
    ])
    await suspend('filed')
    expect(winnerOf(await nextOf(second))).toBeNull()
    await resume('filed')
    expect(best.asked.orders).toBe(0)
  })

  it('leaves orders with the maker that took them: its record stays open, and it is asked to give back', async () => {
    const best = await approved(24_990_000n, { refund: () => ({ body: { declined: 'still thinking' } }) })
    const order = resultOf(await orderOf(await quoteOf()), orderSchema)
    expect(order.maker_quote?.maker_id).toBe(best.makerId)
    await suspend(best.makerId)
    await book.database.prisma.$executeRawUnsafe(
      `UPDATE intents SET create_tx_hash = $1, create_block_number = 7, create_timestamp = to_timestamp($2)
       WHERE order_id = $3::uuid AND side::text = 'source'`,
      randomHash(),
      (order.initiate_by ?? 0) - 10,
      order.order_id,
    )
    const record = resultOf(await book.api.get(`/makers/${best.makerId}/record`), makerRecordSchema)
    expect(record.evidence.map(({ order_id }) => order_id)).toEqual([order.order_id])
    await book.database.prisma.$executeRawUnsafe(
      'UPDATE orders SET fill_by = 1 WHERE order_id = $1::uuid',
      order.order_id,
    )
    const consent = resultOf(await book.api.get(`/orders/${order.order_id}/consent`), orderConsentSchema)
    expect([consent.reason, best.asked.refunds]).toEqual(['declined', 1])
  })
})
