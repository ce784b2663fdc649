/** The operators' page of the queue. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { claimSchema, errorEnvelopeSchema, successEnvelopeSchema } from '@tandem/contracts'
import { Surroundings } from './support/surroundings.ts'

const token = 'operators-of-tandem-0123456789'
const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`
let around: Surroundings
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
})
afterAll(() => around.stop())

async function start(env: Record<string, string>): Promise<string> {
  const relayer = around.relayer({ ROLES: 'api', ...env })
  running.push(relayer)
  return (await relayer.start()).url
}
const get = (url: string, authorization?: string, method = 'GET') =>
  fetch(url, { method, headers: authorization === undefined ? {} : { authorization } })
const codeOf = async (answer: Response) => errorEnvelopeSchema.parse(await answer.json()).code

describe('/admin/queues', () => {
  it.each([
    ['no token', undefined],
    ['a wrong bearer', 'Bearer operators-of-tandem-0123456780'],
    ['a wrong password', basic('operators')],
    ['another scheme', `Digest ${token}`],
    ['nonsense', 'Basic'],
  ])('401 with %s, on the page and under it', async (_name, authorization) => {
    const url = await start({ ADMIN_TOKEN: token })
    for (const path of ['/admin/queues', '/admin/queues/api/queues', '/admin/queues/static/js/x.js']) {
      const answer = await get(`${url}${path}`, authorization)
      expect([answer.status, answer.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Basic'])
      expect(await codeOf(answer)).toBe('UNAUTHORIZED')
    }
  })

  it('200 with the token, as bearer or password; a job shows its claim, and no secret', async () => {
    const url = await start({ ADMIN_TOKEN: token })
    const { order, secret } = await around.order()
    const body = JSON.stringify({ order_id: order.order_id, secret })
    const headers = { 'content-type': 'application/json' }
    const posted = await (await fetch(`${url}/claims`, { method: 'POST', headers, body })).json()
    const claimId = successEnvelopeSchema(claimSchema).parse(posted).result.claim_id

    const page = await get(`${url}/admin/queues`, basic(token))
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const html = await page.text()
    expect(html).toContain('Tandem relayer')
    const script = /src="([^"]*\.js)"/.exec(html)?.[1] ?? ''
    expect((await get(new URL(script, `${url}/admin/queues/`).href, basic(token))).status).toBe(200)

    const jobs = await get(`${url}/admin/queues/api/queues?activeQueue=settlements&status=waiting`, `Bearer ${token}`)
    expect(jobs.status).toBe(200)
    const text = await jobs.text()
    expect(text).toContain(`"data":{"claim_id":"${claimId}"}`)
    expect(text.toLowerCase()).not.toContain(secret.slice(2))
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is refused, with the token too', async (method) => {
    const url = await start({ ADMIN_TOKEN: token })
    const answer = await get(`${url}/admin/queues/api/queues/settlements/pause`, `Bearer ${token}`, method)
    expect([answer.status, await codeOf(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('is not there without ADMIN_TOKEN', async () => {
    const url = await start({})
    const answer = await get(`${url}/admin/queues`, `Bearer ${token}`)
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  })

  it('404 says why where the queue is on PostgreSQL, to operators alone', async () => {
    const url = await start({ ADMIN_TOKEN: token, QUEUE_BACKEND: 'postgres', REDIS_URL: '' })
    expect((await get(`${url}/admin/queues`)).status).toBe(401)
    const answer = await get(`${url}/admin/queues`, `Bearer ${token}`)
    expect(answer.status).toBe(404)
    expect(errorEnvelopeSchema.parse(await answer.json()).result).toContain('PostgreSQL')
  })
})
