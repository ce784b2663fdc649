/** Tests refunds of the source amount on request: by consent, past its time, or because it came when the escrow was settled. */
import { describe, expect, it } from '@jest/globals'
import { type OrderWire, refundSchema } from '@tandem/contracts'
import { consentCancelTypedData } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { post, resultOf } from './support/api.ts'
import { claimCall } from './support/escrow-calls.ts'
import { solver } from './support/test-chains.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
const start = (env: Record<string, string> = {}) => testbed.startRelayer({ ROLES: 'api,worker', ...env })

async function refund(url: string, { order_id: id }: OrderWire, body: object = {}) {
  const answer = await post(`${url}/orders/${id}/refund`, body)
  if (answer.code === undefined) return { httpStatus: answer.status, ...resultOf(refundSchema, answer.body) }
  return { status: answer.status, code: answer.code, details: answer.details }
}

/** Mines until the refund says that it is confirmed. */
const untilConfirmed = (url: string, order: OrderWire) =>
  testbed.mineUntil(
    () => refund(url, order),
    ({ status }) => status === 'confirmed',
    'confirmed',
    { chain: 'left' },
  )

const unfilled = { isDestinationOpen: false }
const balanceOf = (owner: string) => testbed.balanceOf('left', owner)

/** A consent that is signed by this account: account 2 is the maker's, account 1 the user's. */
async function consentOf(account: number, { source_intent: source }: OrderWire, deadline = 4_000_000_000) {
  const { registry, anvils } = testbed
  const vault = source.swap_id as Address
  const typedData = consentCancelTypedData({ chainId: anvils.left.chainId, registry, vault, deadline })
  return { consent: { deadline, signature: await testbed.wallet('left', account).signTypedData(typedData) } }
}

describe('POST /orders/{order_id}/refund', () => {
  it('gives an unfilled source back by its maker’s consent, and says how far that is', async () => {
    const url = await start()
    const { order } = await testbed.order(unfilled)
    const { creator, cancel_after } = order.source_intent
    const before = await balanceOf(creator)
    expect(await refund(url, order)).toEqual({
      status: 409,
      code: 'REFUND_TOO_EARLY',
      details: { cancel_after, fill_by: null },
    })
    expect(await refund(url, order, await consentOf(1, order))).toMatchObject({
      status: 422,
      code: 'SIGNATURE_INVALID',
    })
    const made = await refund(url, order, await consentOf(2, order))
    expect(made).toMatchObject({
      httpStatus: 202,
      way: 'consent',
      order_id: order.order_id,
      swap_id: order.source_intent.swap_id,
    })
    const confirmed = await untilConfirmed(url, order)
    expect(confirmed).toMatchObject({ httpStatus: 200, way: 'consent', refund_tx_hash: expect.stringMatching(/^0x/) })
    expect(await balanceOf(creator)).toBe(before + 1000n)
  })

  it('asks the maker of an order that was not filled, and believes nothing but its signature on this escrow', async () => {
    const url = await start({ ORDERBOOK_TIMEOUT_MS: '3000' })
    const { order: other } = await testbed.order(unfilled)
    const { order } = await testbed.order(unfilled)
    const { order_id: id } = order
    // Nobody is asked for consent when the order has no time to fill.
    testbed.orderbook.consents.set(id, { ...(await consentOf(2, order)), reason: null })
    expect(await refund(url, order)).toMatchObject({ code: 'REFUND_TOO_EARLY', details: { fill_by: null } })
    testbed.orderbook.orders.set(id, { ...order, fill_by: 1_000 })
    const { timestamp } = await testbed.control('left').getBlock()
    const lies: [string, object | 'hang', string][] = [
      ['refuses', { consent: null, reason: 'declined' }, 'declined'],
      ['hangs', 'hang', 'unavailable'],
      ['answers garbage', { consent: 'yes' }, 'unavailable'],
      ['sends the consent of another order', { ...(await consentOf(2, other)), reason: null }, 'invalid'],
      ['signs with another key', { ...(await consentOf(1, order)), reason: null }, 'invalid'],
      ['signs what is over', { ...(await consentOf(2, order, Number(timestamp) + 5)), reason: null }, 'invalid'],
    ]
    for (const [, answer, reason] of lies) {
      testbed.orderbook.consents.set(id, answer)
      expect(await refund(url, order)).toEqual({
        status: 409,
        code: 'REFUND_TOO_EARLY',
        details: { cancel_after: order.source_intent.cancel_after, fill_by: 1_000, consent: reason },
      })
    }
    testbed.orderbook.consents.set(id, { ...(await consentOf(2, order)), reason: null })
    const before = await balanceOf(order.source_intent.creator)
    expect(await refund(url, order)).toMatchObject({ httpStatus: 202, way: 'consent' })
    // The next request is answered by the refund that is under way, whatever the maker says now.
    testbed.orderbook.consents.set(id, 'hang')
    expect(await refund(url, order)).toMatchObject({ httpStatus: 200, way: 'consent' })
    await untilConfirmed(url, order)
    expect(await balanceOf(order.source_intent.creator)).toBe(before + 1000n)
  })

  it('refuses where nothing was sent, and where nothing or a trifle is left', async () => {
    const url = await start()
    const { order: empty } = await testbed.order({ ...unfilled, isSourceOpen: false, isPrefunded: false })
    await payTo(empty.source_intent.swap_id, 99n)
    expect(await refund(url, empty)).toMatchObject({ status: 409, code: 'SOURCE_NOT_INITIATED' })
    const { order, secret } = await testbed.order()
    await claimSource(order, secret)
    expect(await refund(url, order)).toMatchObject({ status: 409, code: 'ORDER_FINAL' })
    // Anybody can send a trifle to the vault's address.
    await payTo(order.source_intent.swap_id, 99n)
    expect(await refund(url, order)).toMatchObject({ status: 409, code: 'ORDER_FINAL' })
  })

  it('gives back what came after the claim, and what is past its time', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    await claimSource(order, secret)
    await payTo(order.source_intent.swap_id, 100n)
    const { order: late } = await testbed.order(unfilled)
    const before = await balanceOf(order.source_intent.creator)
    expect(await refund(url, order)).toMatchObject({ way: 'sweep' })
    await untilConfirmed(url, order)
    await testbed.setClock('left', late.source_intent.cancel_after)
    expect(await refund(url, late)).toMatchObject({ way: 'cancel' })
    await untilConfirmed(url, late)
    expect(await balanceOf(order.source_intent.creator)).toBe(before + 100n + 1000n)
  })

  it('sweeps once more what came after a sweep that is over, by one new request, and no trifle', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    const { creator, swap_id: vault } = order.source_intent
    await claimSource(order, secret)
    await payTo(vault, 100n)
    const before = await balanceOf(creator)
    const first = await refund(url, order)
    expect(first).toMatchObject({ httpStatus: 202, way: 'sweep' })
    const swept = await untilConfirmed(url, order)
    await payTo(vault, 500n)
    // The ended sweep is kept for an hour, because its transactions may still be read.
    expect(await refund(url, order)).toEqual(swept)
    await twoHoursAgo(order)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(url, order)))
    expect(answers.map((answer) => 'httpStatus' in answer && answer.httpStatus).sort()).toEqual([200, 200, 200, 202])
    // The requests of the same moment are answered by the new sweep, or by the old one while it is being archived.
    const idOf = (answer: object) => ('refund_id' in answer ? answer.refund_id : undefined)
    const others = new Set(answers.map(idOf))
    others.delete(idOf(swept))
    expect(others.size).toBe(1)
    const again = await untilConfirmed(url, order)
    expect(again).toMatchObject({ way: 'sweep' })
    expect(again).not.toMatchObject({ refund_tx_hash: 'refund_tx_hash' in swept ? swept.refund_tx_hash : '' })
    expect(await balanceOf(creator)).toBe(before + 600n)
    await payTo(vault, 99n)
    await twoHoursAgo(order)
    expect(await refund(url, order)).toMatchObject({ httpStatus: 200, status: 'confirmed' })
  })
})

/** Changes the database as if every request of the order had ended two hours ago, and its cost were settled. */
async function twoHoursAgo({ order_id }: OrderWire): Promise<void> {
  const ended = "UPDATE requests SET updated_at = now() - interval '2 hours' WHERE order_id = $1::uuid"
  await testbed.db.query(ended, [order_id])
  await testbed.db.query('UPDATE sponsor_charges SET settled_at = now() WHERE order_id = $1::uuid', [order_id])
}

const claimSource = ({ source_intent: source }: OrderWire, secret: Hex) =>
  testbed.send('left', solver, claimCall(source, secret))
const payTo = (vault: string, amount: bigint) => testbed.pay('left', solver, vault, amount)
