/** Tests that no money is put into a source escrow too late: it would only be locked there, because nothing matches it. */
import { describe, expect, it } from '@jest/globals'
import { fillWindowSecs, type OrderWire } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { type Address, erc20Abi, type Hex, parseGwei } from 'viem'
import { acceptInitiation, postInitiation, readInitiation } from './support/api.ts'
import { initiationBodies, prefunded } from './support/initiation-bodies.ts'
import { chainNames, user } from './support/test-chains.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
const { bySignature, approve } = initiationBodies(testbed)
const start = (roles: string): Promise<string> => testbed.startRelayer({ ROLES: roles })

/** Takes the creator's allowance back, with so high a tip that this comes first in its block. It may not be mined yet. */
const revoke = (): Promise<Hex> =>
  testbed.wallet('left', user).writeContract({
    ...{ address: testbed.token, abi: erc20Abi, functionName: 'approve', args: [testbed.registry, 0n] },
    ...{ gas: 100_000n, maxPriorityFeePerGas: parseGwei('50'), maxFeePerGas: parseGwei('100') },
  })

/** Seconds that must be left on the destination for an initiation. */
function windowSecs(): number {
  const [left, right] = testbed.network.chains
  if (left === undefined || right === undefined) throw new Error('two chains')
  return fillWindowSecs(left, right, undefined)
}

/** Sets the chains' clocks to this many seconds before the deadline of the order's destination. */
async function leave(order: OrderWire, seconds: number): Promise<void> {
  for (const chain of chainNames) await testbed.setClock(chain, order.destination_intent.cancel_after - seconds)
}
const isThere = async (order: OrderWire) =>
  (await testbed.control('left').getCode({ address: order.source_intent.swap_id as Address })) !== undefined

/** Waits until an initiation has failed. @returns why it failed. */
const failureOf = async (url: string, id: string): Promise<string | null> =>
  (
    await untilSo(
      () => readInitiation(url, id),
      ({ status }) => status === 'failed',
      'failed',
    )
  ).error_code

/** Waits until a step has written this into the order's row, where it stays. */
const untilColumn = (order: OrderWire, column: 'state' | 'last_reason_code', value: string) =>
  untilSo(
    () => testbed.requestOf(order),
    (row) => row[column] === value,
    value,
  )

describe('POST /initiations', () => {
  it('says what a short prefund holds and what it needs', async () => {
    const url = await start('api')
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    const empty = await testbed.unfundedOrder()
    expect(await postInitiation(url, prefunded(empty))).toMatchObject({
      status: 409,
      code: 'PREFUND_MISSING',
      details: { held: '0', required: '1000' },
    })
    expect((await postInitiation(url, prefunded(order))).status).toBe(202)
  })

  it('takes a source that can just be matched, and none that is later', async () => {
    const url = await start('api')
    const { order: first } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    const { order: second } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    await leave(first, windowSecs() + 30)
    expect((await postInitiation(url, prefunded(first))).status).toBe(202)
    await leave(second, windowSecs() - 1)
    expect(await postInitiation(url, prefunded(second))).toMatchObject({ status: 409, code: 'TOO_LATE' })
  })

  it('asks to retry while the source chain is ahead, until the clocks agree or the time is over', async () => {
    const url = await start('api')
    const options = { isSourceOpen: false, isPrefunded: false, isDestinationOpen: false }
    const { order } = await testbed.order(options)
    await approve(1_000n)
    const body = await bySignature(order)
    const end = order.destination_intent.cancel_after
    await leave(order, 3_500)
    await testbed.setClock('left', end - 1_000)
    const answer = await postInitiation(url, body)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' })
    await testbed.setClock('right', end - 1_000)
    expect((await postInitiation(url, body)).status).toBe(202)
    const { order: late } = await testbed.order(options)
    await leave(late, windowSecs() - 1)
    await testbed.setClock('left', late.destination_intent.cancel_after + 2_500)
    expect(await postInitiation(url, await bySignature(late))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    await leave(late, -2_500 - 1)
  })

  it('sends nothing of a signed initiation while the source chain is ahead, and sends it when the clocks agree', async () => {
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    await leave(order, 3_500)
    await acceptInitiation(await start('api'), await bySignature(order))
    const end = order.destination_intent.cancel_after
    await testbed.setClock('left', end - 1_000)
    await start('worker')
    await untilColumn(order, 'last_reason_code', 'chain_unavailable')
    expect(await isThere(order)).toBe(false)
    await testbed.setClock('right', end - 1_000)
    await untilSo(() => isThere(order), Boolean, 'the source is created')
    await approve(0n)
  })

  it('takes none whose maker funds no more', async () => {
    const url = await start('api')
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    const { timestamp } = await testbed.control('right').getBlock()
    const tell = (secondsLeft: number) =>
      testbed.orderbook.orders.set(order.order_id, { ...order, fill_by: Number(timestamp) + secondsLeft })
    tell(0)
    expect(await postInitiation(url, prefunded(order))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    expect(await postInitiation(url, await bySignature(order))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    tell(600)
    expect((await postInitiation(url, prefunded(order))).status).toBe(202)
  })

  it('pulls no money when the maker is no longer bound, and still creates what was prefunded', async () => {
    const url = await start('api')
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    const { timestamp } = await testbed.control('left').getBlock()
    testbed.orderbook.orders.set(order.order_id, { ...order, initiate_by: Number(timestamp) })
    expect(await postInitiation(url, await bySignature(order))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    expect((await postInitiation(url, prefunded(order))).status).toBe(202)
  })

  it('sends nothing of a signed initiation whose maker was bound no longer meanwhile', async () => {
    const order = await testbed.unfundedOrder()
    const { timestamp } = await testbed.control('left').getBlock()
    const initiateBy = Number(timestamp) + 600
    testbed.orderbook.orders.set(order.order_id, { ...order, initiate_by: initiateBy })
    await approve(1_000n)
    const { initiation_id: id } = await acceptInitiation(await start('api'), await bySignature(order))
    await leave(order, order.destination_intent.cancel_after - initiateBy)
    const url = await start('api,worker')
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
  })

  it('sends nothing of an initiation whose maker stopped funding meanwhile', async () => {
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    const { timestamp } = await testbed.control('right').getBlock()
    const fillBy = Number(timestamp) + 600
    testbed.orderbook.orders.set(order.order_id, { ...order, fill_by: fillBy })
    const { initiation_id: id } = await acceptInitiation(await start('api'), prefunded(order))
    await leave(order, order.destination_intent.cancel_after - fillBy)
    const url = await start('api,worker')
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
  })

  it('takes none whose destination is over, on any path', async () => {
    const url = await start('api,worker')
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    await leave(order, -984)
    for (const body of [prefunded(order), await bySignature(order)]) {
      expect(await postInitiation(url, body)).toMatchObject({ status: 410, code: 'ORDER_EXPIRED' })
    }
    expect(await isThere(order)).toBe(false)
  })

  it('sends nothing of an initiation that was taken in time and became too late', async () => {
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    const { initiation_id: id } = await acceptInitiation(await start('api'), prefunded(order))
    await leave(order, windowSecs() - 1)
    const url = await start('api,worker')
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
  })

  it('sends one that was sent and reverted not again when it is too late, and ends it when it can be created no more', async () => {
    const order = await testbed.unfundedOrder()
    await approve(1_000n)
    const control = testbed.control('left')
    await control.setAutomine(false)
    const url = await start('api,worker')
    const { initiation_id: id } = await acceptInitiation(url, await bySignature(order))
    await untilColumn(order, 'state', 'revealed')
    // In the same block, and first in it, the creator revokes the allowance.
    await revoke()
    await control.mine({ blocks: 5 })
    await control.setAutomine(true)
    await untilColumn(order, 'last_reason_code', 'simulation_reverts')
    await leave(order, windowSecs() - 1)
    // A transaction would succeed from here on, and only lock the creator's money.
    await approve(1_000n)
    await untilColumn(order, 'last_reason_code', 'not_sent_again')
    await leave(order, order.destination_intent.cancel_after - order.source_intent.cancel_after - 3_700)
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
    await approve(0n)
  })

  it('takes none on whose creator lets the registry take no tokens, or not so many', async () => {
    const order = await testbed.unfundedOrder()
    const url = await start('api')
    const reverts = { status: 409, code: 'CREATION_REVERTS' }
    expect(await postInitiation(url, await bySignature(order))).toMatchObject(reverts)
    await approve(999n)
    expect(await postInitiation(url, await bySignature(order))).toMatchObject(reverts)
    await approve(1_000n)
    expect((await postInitiation(url, await bySignature(order))).status).toBe(202)
    await approve(0n)
  })

  it('says of an initiation that could never be created that its simulation reverted', async () => {
    const order = await testbed.unfundedOrder()
    const { address } = testbed.wallet('left', 1).account
    await approve(1_000n)
    const { initiation_id: id } = await acceptInitiation(await start('api'), await bySignature(order))
    // Before a worker takes the initiation, the creator revokes the allowance.
    await approve(0n)
    const url = await start('api,worker')
    await untilColumn(order, 'last_reason_code', 'simulation_reverts')
    // The destination's clock is set first: while the source's alone is ahead, that would be the reason to wait.
    const late = order.destination_intent.cancel_after - windowSecs() + 1
    for (const chain of ['right', 'left'] as const) await testbed.setClock(chain, late)
    expect(await failureOf(url, id)).toBe('REVERTED')
    expect([order.source_intent.creator, await isThere(order)]).toEqual([address, false])
  })
})
