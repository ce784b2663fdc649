/** `Idempotency-Key` on the relayer's writes, and what of a claim may be stored for it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema } from '@tandem/contracts'
import { makeSqlIdempotencyStore } from '@tandem/service-kit'
import { idempotencyStoreContract } from '@tandem/service-kit/testing'
import { type Database, makeDatabase } from '../src/db/client.ts'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
let database: Database
let relayer: ReturnType<Surroundings['relayer']>
let url: string

beforeAll(async () => {
  around = await Surroundings.start()
  database = makeDatabase(around.database.url, 10)
  relayer = around.relayer({ ROLES: 'api' })
  url = (await relayer.start()).url
})
afterAll(async () => {
  await relayer.stop()
  await database.close()
  await around.stop()
})

const post = (path: string, key: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
const codeOf = async (answer: Response) => errorEnvelopeSchema.parse(await answer.json()).code
const replayed = (answer: Response) => answer.headers.get('idempotency-replayed')

describe('the idempotency store', () => {
  it.each(idempotencyStoreContract)('%s', (_name, check) => check((now) => makeSqlIdempotencyStore(database.sql, now)))
})

describe('Idempotency-Key', () => {
  it('replays the answer of a claim, and stores nothing of the secret', async () => {
    const { order, secret } = await around.order()
    const body = { order_id: order.order_id, secret }
    const first = await post('/claims', 'claim-1', body)
    const again = await post('/claims', 'claim-1', body)
    // Without the key the second answer would be 200.
    expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([202, null, 202, 'true'])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await again.json()).toEqual(await first.json())

    const stored = JSON.stringify(await database.prisma.idempotencyKey.findMany()).toLowerCase()
    const bytes = Buffer.from(secret.slice(2), 'hex')
    for (const trace of [bytes.toString('hex'), bytes.toString('base64').toLowerCase(), String(BigInt(secret))])
      expect(stored).not.toContain(trace)
  })

  it('replays the answer of an initiation', async () => {
    const { order } = await around.order({ isSourceOpen: false })
    const body = { order_id: order.order_id, type: 'prefunded' }
    const first = await post('/initiations', 'initiation-1', body)
    const again = await post('/initiations', 'initiation-1', body)
    expect([again.status, await again.text()]).toEqual([first.status, await first.text()])
    expect(first.status).toBe(202)
    expect(replayed(again)).toBe('true')
  })

  it('stands for one body only', async () => {
    const [one, other] = [await around.order(), await around.order()]
    const bodyOf = ({ order, secret }: typeof one) => ({ order_id: order.order_id, secret })
    expect((await post('/claims', 'claim-2', bodyOf(one))).status).toBe(202)
    const conflict = await post('/claims', 'claim-2', bodyOf(other))
    expect([conflict.status, await codeOf(conflict)]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(await database.prisma.settlement.count({ where: { orderId: other.order.order_id } })).toBe(0)
  })

  it('tells a retry to wait while the first request runs', async () => {
    const { order, secret } = await around.order()
    const body = { order_id: order.order_id, secret }
    expect((await post('/claims', 'claim-3', body)).status).toBe(202)
    // As it stands while the first request runs.
    await database.prisma.idempotencyKey.updateMany({ where: { key: 'claim-3' }, data: { status: null } })
    const waiting = await post('/claims', 'claim-3', body)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([409, '1'])
    expect(await codeOf(waiting)).toBe('IDEMPOTENCY_IN_PROGRESS')
  })

  it('is free again after an answer that a retry may better', async () => {
    const { order, secret } = await around.order({ isDestinationOpen: false })
    const early = await post('/claims', 'claim-4', { order_id: order.order_id, secret })
    expect(await codeOf(early)).toBe('DESTINATION_NOT_INITIATED')
    expect(await database.prisma.idempotencyKey.count({ where: { key: 'claim-4' } })).toBe(0)
  })
})
