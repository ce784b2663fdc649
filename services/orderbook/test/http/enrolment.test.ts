/** Makers that enrol themselves, where the operator lets them. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { listedMakersSchema, makerListSchema, makerRecordSchema, makerSchema } from '@tandem/contracts'
import { unchecked } from '@tandem/service-kit/testing'
import { configProblems } from '../../src/config.ts'
import { errorOf, requestQuote, resultOf } from '../support/api.ts'
import { type FakeMaker, type Reply, startFakeMaker } from '../support/fake-maker.ts'
import { makersFile } from '../support/makers-file.ts'
import { startTestOrderbook, type TestOrderbook, testConfig } from '../support/orderbook.ts'

const admin = `admin-${randomUUID()}`
let book: TestOrderbook
let filed: FakeMaker
let removeFile: () => void
const started: FakeMaker[] = []
let networks = 0

const env = { ALLOW_PRIVATE_ADDRESSES: 'true', MAKERS_ANSWER_MS: '2000', TRUST_PROXY: '1' }
beforeAll(async () => {
  filed = await startFakeMaker('filed', 24_980_000n)
  const file = makersFile([filed.entry])
  removeFile = file.remove
  const more = { MAKERS_FILE: file.path, MAKER_ENROLMENT: 'open', ADMIN_KEYS: admin }
  book = await startTestOrderbook('enrolment', { ...env, ...more })
})
afterEach(async () => {
  for (const maker of started.splice(0)) await maker.stop()
  await book.database.sql.query(unchecked('DELETE FROM maker_listings'), [])
  // A registry is a second old at the most.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
})
afterAll(async () => {
  await book.stop()
  await filed.stop()
  removeFile()
})

const newNetwork = () => `198.51.${++networks}.7`
const enrol = (body: object, address = newNetwork()) =>
  book.api.post('/makers').set('X-Forwarded-For', address).send(body)
async function newcomer(quote?: (honest: () => Promise<Reply>) => Promise<Reply> | Reply): Promise<FakeMaker> {
  const maker = await startFakeMaker(`newcomer-${started.length}`, 24_990_000n, quote === undefined ? {} : { quote })
  started.push(maker)
  return maker
}
const listed = async () =>
  resultOf(await book.api.get('/admin/makers').set('authorization', `Bearer ${admin}`), listedMakersSchema).data
const age = (interval: string) =>
  book.database.sql.query(unchecked(`UPDATE maker_listings SET changed_at = changed_at - interval '${interval}'`), [])

describe('POST /makers', () => {
  it('lists a maker that answers well, under the name of its key, with what it may begin with', async () => {
    const maker = await newcomer()
    const answer = await enrol(await maker.enrolment())
    expect(answer.status).toBe(201)
    const made = resultOf(answer, makerSchema)
    expect(made).toMatchObject({
      maker_id: `open-${maker.signer.slice(2, 29).toLowerCase()}`,
      ...{ signer: maker.signer, enrolment: 'open', allowance: { orders: 1, usd: '100' }, benched_until: null },
    })
    expect(maker.asked).toMatchObject({ quotes: 1, unsigned: 0 })
    const all = resultOf(await book.api.get('/makers'), makerListSchema).data
    expect(all.map(({ enrolment, allowance }) => [enrolment, allowance])).toEqual([
      ['approved', null],
      ['open', { orders: 1, usd: '100' }],
    ])
    expect(await listed()).toContainEqual(
      expect.objectContaining({ maker_id: made.maker_id, origin: 'open', status: 'approved', changed_by: 'itself' }),
    )
    const record = await book.api.get(`/makers/${made.maker_id}/record`)
    expect(resultOf(record, makerRecordSchema)).toMatchObject({ fills: 0, strikes: 0 })
    const rows = JSON.stringify(await book.database.sql.query(unchecked('SELECT * FROM maker_listings'), []))
    for (const text of [rows, answer.text]) expect(text).not.toContain(maker.entry.secret.slice(6))
  })

  it('replaces the entry of the same key, and leaves it suspended', async () => {
    const maker = await newcomer()
    const { maker_id } = resultOf(await enrol(await maker.enrolment()), makerSchema)
    const routes = ['devnet_a:usdc>devnet_b:usdc']
    const suspended = await book.api.post(`/admin/makers/${maker_id}/suspend`).set('authorization', `Bearer ${admin}`)
    expect(suspended.status).toBe(200)
    const again = await enrol({ ...(await maker.enrolment({ routes } as never)) })
    expect(again.status).toBe(200)
    expect((await listed()).find((one) => one.maker_id === maker_id)).toMatchObject({ routes, status: 'suspended' })
  })

  it('asks nobody about what was not signed for it, and refuses what cannot be listed', async () => {
    const maker = await newcomer()
    const other = await newcomer()
    const good = await maker.enrolment()
    const strange: [object, string][] = [
      [{}, 'INVALID_REQUEST'],
      [{ ...good, maker_id: 'mine' }, 'INVALID_REQUEST'],
      [{ ...good, name: 'Maker One' }, 'INVALID_REQUEST'],
      [{ ...good, secret: 'short' }, 'INVALID_REQUEST'],
      [{ ...good, signature: `0x${'11'.repeat(64)}1b` }, 'INVALID_REQUEST'],
      [{ ...good, signer: other.signer }, 'INVALID_REQUEST'],
      [{ ...good, endpoint: other.entry.endpoint }, 'INVALID_REQUEST'],
      [{ ...good, addresses: other.addresses }, 'INVALID_REQUEST'],
      [await maker.enrolment({}, 'https://another-orderbook.example'), 'INVALID_REQUEST'],
      [await maker.enrolment({ addresses: { nowhere: maker.signer } as never }), 'INVALID_REQUEST'],
      [await filed.enrolment(), 'MAKER_EXISTS'],
    ]
    for (const [body, code] of strange) expect(errorOf(await enrol(body)).code).toBe(code)
    expect([maker.asked.quotes, other.asked.quotes, filed.asked.quotes]).toEqual([0, 0, 0])
    expect((await listed()).map(({ maker_id }) => maker_id)).toEqual(['filed'])
  })

  it.each<[string, (honest: () => Promise<Reply>) => Promise<Reply> | Reply, string]>([
    ['hangs', () => 'hang', 'no good quote'],
    ['declines', () => ({ body: { declined: 'not today' } }), 'it declined'],
    ['answers too much', () => ({ body: JSON.stringify({ declined: 'x'.repeat(20_000) }) }), 'no good quote'],
    ['answers 500', () => ({ status: 500, body: {} }), 'answered 500'],
    [
      'signs with another key',
      async (honest) => {
        const answer = await honest()
        return answer === 'hang'
          ? answer
          : { body: { ...(answer.body as object), signature: `0x${'11'.repeat(64)}1b` } }
      },
      'not by its key',
    ],
  ])('does not list one whose endpoint %s in the trial', async (_name, quote, reason) => {
    const maker = await newcomer(quote)
    const refused = errorOf(await enrol(await maker.enrolment()))
    expect(refused).toMatchObject({ status: 409, code: 'ENROLMENT_REFUSED' })
    expect(refused.result).toContain(reason)
    expect((await listed()).map(({ maker_id }) => maker_id)).toEqual(['filed'])
  })

  it('lists no endpoint that is another maker’s: it does not know the secret', async () => {
    const victim = await newcomer()
    const thief = await newcomer()
    const { endpoint } = victim.entry
    const refused = errorOf(await enrol(await thief.enrolment({ endpoint })))
    expect(refused.code).toBe('ENROLMENT_REFUSED')
    expect(victim.asked.unsigned).toBe(1)
  })

  it('takes five an hour of an address, and lists three of a network', async () => {
    const maker = await newcomer()
    for (let sent = 0; sent < 5; sent += 1)
      expect((await enrol(await maker.enrolment(), '203.0.113.1')).status).toBe(sent === 0 ? 201 : 200)
    const limited = await enrol(await maker.enrolment(), '203.0.113.1')
    expect(errorOf(limited)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    const answers = []
    for (let nth = 2; nth < 5; nth += 1)
      answers.push(await enrol(await (await newcomer()).enrolment(), `203.0.113.${nth}`))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409])
    // Who enrols again from elsewhere keeps its place here.
    expect((await enrol(await maker.enrolment())).status).toBe(200)
    expect((await enrol(await (await newcomer()).enrolment(), '203.0.113.9')).status).toBe(409)
    const six = ['2001:db8:1:2::1', '2001:db8:1:2:3::', '2001:db8:1:2:ffff::9', '2001:db8:1:2::4']
    const ofSix = []
    for (const address of six) ofSix.push(await enrol(await (await newcomer()).enrolment(), address))
    expect(ofSix.map(({ status }) => status)).toEqual([201, 201, 201, 409])
  })

  it('lists fifty at the most; the longest idle one makes room after a day, however often it enrols', async () => {
    const first = await newcomer()
    const { maker_id } = resultOf(await enrol(await first.enrolment()), makerSchema)
    await age('1 hour')
    await book.database.sql.query(
      unchecked(`INSERT INTO maker_listings (maker_id, signer, entry, secret, changed_at, changed_by, origin)
       SELECT 'open-' || n, 'signer-' || n, entry, 'sealed:lost:AAAA', now(), 'itself', 'open'
       FROM maker_listings, generate_series(1, 49) n WHERE maker_id = $1`),
      [maker_id],
    )
    const next = await newcomer()
    const full = errorOf(await enrol(await next.enrolment()))
    expect([full.code, full.result]).toEqual(['ENROLMENT_REFUSED', expect.stringContaining('places')])
    await age('24 hours')
    expect((await enrol(await first.enrolment())).status).toBe(200)
    expect((await enrol(await next.enrolment())).status).toBe(201)
    expect((await book.api.get(`/makers/${maker_id}/record`)).status).toBe(404)
    const rows = await book.database.sql.query(
      unchecked<{ maker_id: string }>('SELECT maker_id FROM maker_listings'),
      [],
    )
    expect([rows.length, rows.some((row) => row.maker_id === maker_id)]).toEqual([50, false])
  })

  it('is refused where the operator approves makers; those that enrolled before are not asked', async () => {
    const maker = await newcomer()
    expect((await enrol(await maker.enrolment())).status).toBe(201)
    const { compose } = await import('../../src/compose.ts')
    const closed = compose(testConfig(book.database.url, env))
    try {
      const api = (await import('supertest')).default(await closed.start())
      expect(errorOf(await api.post('/makers').send(await maker.enrolment()))).toMatchObject({
        ...{ status: 403, code: 'ENROLMENT_CLOSED' },
      })
      expect(resultOf(await api.get('/makers'), makerListSchema).data).toEqual([])
      expect((await requestQuote(api)).maker_quote).toBeNull()
      expect(maker.asked.quotes).toBe(1)
    } finally {
      await closed.stop()
    }
  })

  it('asks no private address, and no http', async () => {
    const strict = await startTestOrderbook('enrolment_strict', { MAKER_ENROLMENT: 'open' })
    try {
      const maker = await newcomer()
      for (const endpoint of ['http://maker.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/x']) {
        const refused = errorOf(await strict.api.post('/makers').send(await maker.enrolment({ endpoint })))
        expect([refused.code, refused.result]).toEqual(['INVALID_REQUEST', expect.stringContaining('endpoint')])
      }
      const named = await maker.enrolment({ endpoint: 'https://localhost.example.invalid/' })
      expect(errorOf(await strict.api.post('/makers').send(named)).code).toBe('ENROLMENT_REFUSED')
      expect(maker.asked.quotes).toBe(0)
    } finally {
      await strict.stop()
    }
  })

  it.each<[string, Record<string, string>, string]>([
    ['without a key that seals secrets', { SECRETS_KEY: '' }, 'SECRETS_KEY: is required'],
    ['beside a quote service', { QUOTE_SERVICE_URL: 'https://quotes.example' }, 'MAKER_ENROLMENT: open is of no use'],
  ])('is not started %s', (_name, over, problem) => {
    const config = testConfig('postgres://x', { MAKER_ENROLMENT: 'open', ...over })
    expect(configProblems(config).join('\n')).toContain(problem)
  })
})
