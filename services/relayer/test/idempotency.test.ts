/** Tests requests that come again: by `Idempotency-Key`, and for claims that were archived. */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { claimSchema } from '@tandem/contracts'
import { makeSqlIdempotencyStore } from '@tandem/service-kit'
import { idempotencyStoreContract, unchecked } from '@tandem/service-kit/testing'
import { toHex } from 'viem'
import { type Database, makeDatabase } from '../src/db/client.ts'
import { makeArchive } from '../src/retention/archive.store.ts'
import { makeRetain } from '../src/retention/retain.ts'
import { archiveRules } from '../src/retention/retention-rules.ts'
import { type Answer, listClaims, post, readClaim, resultOf } from './support/api.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let database: Database
let url: string

beforeAll(async () => {
  database = await testbed.keep(Promise.resolve(makeDatabase(testbed.database.url, 10)), (made) => made.close())
  url = await testbed.startRelayer({ ROLES: 'api' })
})

const postWithKey = (path: string, key: string, body: object) => post(url + path, body, { 'idempotency-key': key })
const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed')

describe('the idempotency store', () => {
  it.each(idempotencyStoreContract)('%s', (_name, check) => check((now) => makeSqlIdempotencyStore(database.sql, now)))
})

describe('Idempotency-Key', () => {
  it('replays the answer of a claim, and stores nothing of the secret', async () => {
    const { order, secret } = await testbed.order()
    const body = { order_id: order.order_id, secret }
    const first = await postWithKey('/claims', 'claim-1', body)
    const again = await postWithKey('/claims', 'claim-1', body)
    // Without the key the second answer would be 200.
    expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([202, null, 202, 'true'])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.body).toEqual(first.body)

    const stored = JSON.stringify(await database.prisma.idempotencyKey.findMany()).toLowerCase()
    const bytes = Buffer.from(secret.slice(2), 'hex')
    for (const trace of [bytes.toString('hex'), bytes.toString('base64').toLowerCase(), String(BigInt(secret))])
      expect(stored).not.toContain(trace)
  })

  it('replays the answer of an initiation', async () => {
    const { order } = await testbed.order({ isSourceOpen: false })
    const body = { order_id: order.order_id, type: 'prefunded' }
    const first = await postWithKey('/initiations', 'initiation-1', body)
    const again = await postWithKey('/initiations', 'initiation-1', body)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(first.status).toBe(202)
    expect(replayed(again)).toBe('true')
  })

  it('stands for one body only', async () => {
    const [one, other] = [await testbed.order(), await testbed.order()]
    const bodyOf = ({ order, secret }: typeof one) => ({ order_id: order.order_id, secret })
    expect((await postWithKey('/claims', 'claim-2', bodyOf(one))).status).toBe(202)
    const conflict = await postWithKey('/claims', 'claim-2', bodyOf(other))
    expect([conflict.status, conflict.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(await database.prisma.request.count({ where: { orderId: other.order.order_id } })).toBe(0)
  })

  it('tells a retry to wait while the first request runs', async () => {
    const { order, secret } = await testbed.order()
    const body = { order_id: order.order_id, secret }
    expect((await postWithKey('/claims', 'claim-3', body)).status).toBe(202)
    // The row is as it is while the first request runs.
    await database.prisma.idempotencyKey.updateMany({ where: { key: 'claim-3' }, data: { status: null } })
    const waiting = await postWithKey('/claims', 'claim-3', body)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([409, '1'])
    expect(waiting.code).toBe('IDEMPOTENCY_IN_PROGRESS')
  })

  it('is free again after an answer that a retry may better', async () => {
    const { order, secret } = await testbed.order({ isDestinationOpen: false })
    const early = await postWithKey('/claims', 'claim-4', { order_id: order.order_id, secret })
    expect(early.code).toBe('DESTINATION_NOT_INITIATED')
    expect(await database.prisma.idempotencyKey.count({ where: { key: 'claim-4' } })).toBe(0)
  })
})

describe('a claim that was archived', () => {
  const claimIn = ({ body }: Answer) => resultOf(claimSchema, body)
  const retain = () => makeRetain(archiveRules(makeArchive(database, Date.now), { archive: 0 }), Date.now)()

  /** Makes a claim that ended two months ago, by way of the API and of retention. */
  async function archived(ending: { state: string; tx_hash?: string; error_code?: string }) {
    const { order, secret } = await testbed.order()
    const body = { order_id: order.order_id, secret }
    const { claim_id: claimId } = claimIn(await postWithKey('/claims', `archived-${order.order_id}`, body))
    await database.sql.query(
      unchecked(`UPDATE requests SET state = $2, tx_hash = $3, error_code = $4, secret_ct = NULL,
              updated_at = now() - interval '60 days' WHERE id = $1::uuid`),
      [claimId, ending.state, ending.tx_hash ?? null, ending.error_code ?? null],
    )
    await database.sql.query(unchecked('UPDATE sponsor_charges SET settled_at = now() WHERE order_id = $1::uuid'), [
      order.order_id,
    ])
    expect(await retain()).toMatchObject({ archived: 1 })
    expect(await database.prisma.request.count({ where: { id: claimId } })).toBe(0)
    return { claimId, body }
  }

  it('is answered by its identifier, for its order, and when it is posted again', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const { claimId, body } = await archived({ state: 'confirmed', tx_hash: hash })
    const expected = { claim_id: claimId, status: 'confirmed', claim_tx_hash: hash, attempts: [] }
    expect(await readClaim(url, claimId)).toMatchObject(expected)
    expect((await listClaims(url, body)).data).toMatchObject([expected])
    const again = await postWithKey('/claims', 'archived-again', body)
    expect([again.status, again.headers.get('location')]).toEqual([200, `/claims/${claimId}`])
    expect(claimIn(again)).toMatchObject(expected)
    expect(await database.prisma.request.count({ where: { orderId: body.order_id } })).toBe(0)
  })

  it('is not answered to another secret', async () => {
    const { body } = await archived({ state: 'superseded' })
    const refused = await postWithKey('/claims', 'archived-wrong', { ...body, secret: toHex(1, { size: 32 }) })
    expect(refused.code).toBe('WRONG_SECRET')
  })

  it('is taken anew when it was rejected, and then stands before the archived one', async () => {
    const { claimId, body } = await archived({ state: 'rejected', error_code: 'EXPIRED' })
    expect((await readClaim(url, claimId)).status).toBe('failed')
    const again = await postWithKey('/claims', 'archived-rejected', body)
    expect(again.status).toBe(202)
    const { claim_id: newId } = claimIn(again)
    const { data } = await listClaims(url, body)
    expect(data.map(({ claim_id: id }) => id)).toEqual([newId])
    expect(newId).not.toBe(claimId)
  })
})
