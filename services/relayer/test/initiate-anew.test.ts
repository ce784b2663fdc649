/**
 * Tests that an order can always be initiated again: an initiation that cannot succeed is replaced by the next body, and nothing
 * is paid twice.
 */
import { afterEach, describe, expect, it } from '@jest/globals'
import { type InitiationWire, initiationSchema, type OrderWire } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { initiationOf, outcomesOf, postInitiation, resultOf } from './support/api.ts'
import { refuseFunding } from './support/grudging-token.ts'
import { initiationBodies } from './support/initiation-bodies.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed({ hasAuthorizations: true })
const { bySignature, byEip3009, approve } = initiationBodies(testbed)
afterEach(async () => {
  await chain().mine({ blocks: 1 })
  await testbed.db.query("UPDATE requests SET state = 'rejected' WHERE state = 'accepted'")
})

const chain = () => testbed.control('left')
const start = (roles: string): Promise<string> => testbed.startRelayer({ ROLES: roles })

async function initiate(url: string, body: object): Promise<{ status: number; made: InitiationWire }> {
  const answer = await postInitiation(url, body)
  return { status: answer.status, made: resultOf(initiationSchema, answer.body) }
}
const until = (url: string, order: OrderWire, isSo: (one: InitiationWire) => boolean): Promise<InitiationWire> =>
  testbed.mineUntil(
    async () => {
      await testbed.makeDue(order)
      return initiationOf(url, order)
    },
    isSo,
    'as expected',
    { chain: 'left' },
  )
const isConfirmed = ({ status }: InitiationWire) => status === 'confirmed'
const waitsFor = (code: string) => (one: InitiationWire) => one.reason?.code === code
const creationsOf = async ({ source_intent: { swap_id: vault } }: OrderWire) =>
  (await testbed.vaultEvents('left', 'EscrowCreated', vault)).length

describe('an initiation', () => {
  it('says at all times what it waits for, by its order too', async () => {
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    expect(await initiationOf(url, order)).toBeUndefined()
    await approve(1_000n)
    const { made } = await initiate(url, await bySignature(order))
    expect(made.reason).toBeNull()
    await approve(0n)
    await start('worker')
    const waiting = await until(url, order, waitsFor('simulation_reverts'))
    expect(waiting).toMatchObject({ initiation_id: made.initiation_id, status: 'queued', error_code: null })
    expect(waiting.reason?.message).toBe('the simulation reverts')
  })

  it('whose simulation fails gives way to another body, and not to the same again', async () => {
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    const body = await bySignature(order)
    const { made } = await initiate(url, body)
    await approve(0n)
    await start('worker')
    await until(url, order, waitsFor('simulation_reverts'))
    expect(await initiate(url, body)).toMatchObject({ status: 200, made: { type: 'signed' } })
    const anew = await initiate(url, await byEip3009(order))
    expect(anew).toMatchObject({ status: 202, made: { initiation_id: made.initiation_id, type: 'eip3009' } })
    expect(await until(url, order, isConfirmed)).toMatchObject({ type: 'eip3009' })
    expect(await creationsOf(order)).toBe(1)
  })

  it('stands while a transaction of it may be mined', async () => {
    const url = await start('api,worker')
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    await chain().setAutomine(false)
    const { made } = await initiate(url, await bySignature(order))
    await untilSo(
      () => initiationOf(url, order),
      (one) => one?.status === 'submitted',
      'sent',
    )
    const other = await initiate(url, await byEip3009(order))
    expect(other).toMatchObject({ status: 200, made: { initiation_id: made.initiation_id, type: 'signed' } })
    await chain().setAutomine(true)
    expect(await until(url, order, isConfirmed)).toMatchObject({ type: 'signed' })
    expect(await creationsOf(order)).toBe(1)
  })

  it('that reverted gives way, and three reverts are paid for an order, whatever bodies it is given', async () => {
    const url = await start('api,worker')
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    const accept = await refuseFunding(testbed, 'left', order.source_intent.swap_id)
    await initiate(url, await bySignature(order))
    const spent = await until(url, order, ({ error_code: code }) => code !== null)
    expect(spent).toMatchObject({ status: 'submitted', error_code: 'PAYOUT_REVERTS' })
    expect(outcomesOf(spent)).toEqual(['reverted', 'reverted', 'reverted'])
    const again = await initiate(url, await byEip3009(order))
    expect(again).toMatchObject({ status: 200, made: { type: 'signed', error_code: 'PAYOUT_REVERTS' } })
    await accept()
    expect(await creationsOf(order)).toBe(0)
  })

  it('that reverted once is replaced, and the new body is paid for', async () => {
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    const url = await start('api')
    const { made } = await initiate(url, await bySignature(order))
    const accept = await refuseFunding(testbed, 'left', order.source_intent.swap_id)
    const worker = testbed.relayer({ ROLES: 'worker' })
    await worker.start()
    await until(url, order, ({ attempts }) => attempts.some(({ outcome }) => outcome === 'reverted'))
    await worker.stop()
    await accept()
    // A transaction that was under way when the worker ended is mined first.
    const anew = await untilSo(
      async () => {
        await chain().mine({ blocks: 1 })
        await testbed.db.query("UPDATE nonces SET closed_hash = 'mined' WHERE closed_hash IS NULL")
        return initiate(url, await byEip3009(order))
      },
      ({ status }) => status === 202,
      'taken',
    )
    expect(anew.made).toMatchObject({ initiation_id: made.initiation_id, type: 'eip3009', status: 'submitted' })
    await start('worker')
    expect(await until(url, order, isConfirmed)).toMatchObject({ type: 'eip3009' })
    expect(await creationsOf(order)).toBe(1)
  })

  it('that was rejected is checked anew', async () => {
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    const body = await bySignature(order)
    await initiate(url, body)
    await testbed.db.query("UPDATE requests SET state = 'rejected', error_code = 'EXPIRED' WHERE order_id = $1", [
      order.order_id,
    ])
    expect(await initiate(url, body)).toMatchObject({ status: 202, made: { status: 'queued', error_code: null } })
  })
})
