/** Tests that no money is put into a source escrow too late: it would only be locked there, because nothing matches it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  errorEnvelopeSchema,
  fillWindowSecs,
  initiationSchema,
  type OrderWire,
  successEnvelopeSchema,
} from '@tandem/contracts'
import { createEscrowTypedData } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import pg from 'pg'
import { type Address, encodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
const running: ReturnType<Surroundings['relayer']>[] = []
beforeAll(async () => {
  around = await Surroundings.start()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
})
afterAll(() => around.stop())

async function start(roles: string): Promise<string> {
  const relayer = around.relayer({ ROLES: roles })
  running.push(relayer)
  return (await relayer.start()).url
}

const initiate = (url: string, body: object) =>
  fetch(`${url}/initiations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
async function refusal(answer: Response) {
  const { code, details } = errorEnvelopeSchema.parse(await answer.json())
  return { status: answer.status, code, details }
}
const prefunded = ({ order_id }: OrderWire) => ({ type: 'prefunded', order_id })
const deadline = 4_000_000_000
const gwei = 1_000_000_000n

async function signed(order: OrderWire) {
  const { source_intent: source, order_id } = order
  const terms = {
    token: source.token_address as Address,
    creator: source.creator as Address,
    recipient: source.recipient as Address,
    hopBridge: zeroAddress,
    amount: BigInt(source.amount),
    cancelAfter: source.cancel_after,
    commitmentHash: source.commitment_hash as Hex,
  }
  const { registry, anvils } = around
  const typedData = createEscrowTypedData({ chainId: anvils.left.chainId, registry, terms, deadline })
  const signature = await around.wallet('left', 1).signTypedData(typedData)
  return { type: 'signed', order_id, deadline, creator_signature: signature }
}

/** Sets the creator's allowance to the registry. @returns the hash of a transaction that may not be mined yet. */
async function allow(amount: bigint, maxPriorityFeePerGas: bigint): Promise<Hex> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [around.registry, amount] })
  const fees = { gas: 100_000n, maxPriorityFeePerGas, maxFeePerGas: 100n * gwei }
  return around.wallet('left', 1).sendTransaction({ to: around.token, data, ...fees })
}
async function allowed(amount: bigint): Promise<void> {
  await around.wallet('left', 1).waitForTransactionReceipt({ hash: await allow(amount, gwei) })
}

/** Seconds that must be left on the destination for an initiation. */
function windowSecs(): number {
  const [left, right] = around.network.chains
  if (left === undefined || right === undefined) throw new Error('two chains')
  return fillWindowSecs(left, right, undefined)
}

/** Sets the chains' clocks to this many seconds before the deadline of the order's destination. */
async function leave(order: OrderWire, seconds: number): Promise<void> {
  for (const chain of ['left', 'right'] as const) await setClock(chain, order.destination_intent.cancel_after - seconds)
}
async function setClock(chain: 'left' | 'right', time: number): Promise<void> {
  await around.control(chain).setNextBlockTimestamp({ timestamp: BigInt(time) })
  await around.control(chain).mine({ blocks: 1 })
}
const isThere = async (order: OrderWire) =>
  (await around.control('left').getCode({ address: order.source_intent.swap_id as Address })) !== undefined

/** Waits until an initiation has failed. @returns why it failed. */
async function failureOf(url: string, id: string): Promise<string | null> {
  const read = async () => {
    const answer = await (await fetch(`${url}/initiations/${id}`)).json()
    return successEnvelopeSchema(initiationSchema).parse(answer).result
  }
  return (await untilSo(read, ({ status }) => status === 'failed', 'failed')).error_code
}

/** Waits until a step has written this into the request's row, where it stays. */
async function untilColumn(id: string, column: 'state' | 'last_reason_code', value: string): Promise<void> {
  const db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
  try {
    const read = async () => (await db.query(`SELECT ${column} AS found FROM requests WHERE id = $1`, [id])).rows[0]
    await untilSo(read, ({ found }) => found === value, value)
  } finally {
    await db.end()
  }
}

describe('POST /initiations', () => {
  it('says what a short prefund holds and what it needs', async () => {
    const url = await start('api')
    const { order } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    const { order: empty } = await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })
    expect(await refusal(await initiate(url, prefunded(empty)))).toMatchObject({
      status: 409,
      code: 'PREFUND_MISSING',
      details: { held: '0', required: '1000' },
    })
    expect((await initiate(url, prefunded(order))).status).toBe(202)
  })

  it('takes a source that can just be matched, and none that is later', async () => {
    const url = await start('api')
    const { order: first } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    const { order: second } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    await leave(first, windowSecs() + 30)
    expect((await initiate(url, prefunded(first))).status).toBe(202)
    await leave(second, windowSecs() - 1)
    expect(await refusal(await initiate(url, prefunded(second)))).toMatchObject({ status: 409, code: 'TOO_LATE' })
  })

  it('asks to retry while the source chain is ahead, until the clocks agree or the time is over', async () => {
    const url = await start('api')
    const options = { isSourceOpen: false, isPrefunded: false, isDestinationOpen: false }
    const { order } = await around.order(options)
    await allowed(1_000n)
    const body = await signed(order)
    const end = order.destination_intent.cancel_after
    await leave(order, 3_500)
    await setClock('left', end - 1_000)
    const answer = await initiate(url, body)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await refusal(answer)).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' })
    await setClock('right', end - 1_000)
    expect((await initiate(url, body)).status).toBe(202)
    const { order: late } = await around.order(options)
    await leave(late, windowSecs() - 1)
    await setClock('left', late.destination_intent.cancel_after + 2_500)
    expect(await refusal(await initiate(url, await signed(late)))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    await leave(late, -2_500 - 1)
  })

  it('sends nothing of a signed initiation while the source chain is ahead, and sends it when the clocks agree', async () => {
    const { order } = await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })
    await allowed(1_000n)
    await leave(order, 3_500)
    const made = await initiate(await start('api'), await signed(order))
    const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await made.json()).result
    const end = order.destination_intent.cancel_after
    await setClock('left', end - 1_000)
    await start('worker')
    await untilColumn(id, 'last_reason_code', 'chain_unavailable')
    expect(await isThere(order)).toBe(false)
    await setClock('right', end - 1_000)
    await untilSo(() => isThere(order), Boolean, 'the source is created')
    await allowed(0n)
  })

  it('takes none whose maker funds no more', async () => {
    const url = await start('api')
    const { order } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    const { timestamp } = await around.control('right').getBlock()
    const tell = (secondsLeft: number) =>
      around.orders.set(order.order_id, { ...order, fill_by: Number(timestamp) + secondsLeft })
    tell(0)
    expect(await refusal(await initiate(url, prefunded(order)))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    expect(await refusal(await initiate(url, await signed(order)))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    tell(600)
    expect((await initiate(url, prefunded(order))).status).toBe(202)
  })

  it('pulls no money when the maker is no longer bound, and still creates what was prefunded', async () => {
    const url = await start('api')
    const { order } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    const { timestamp } = await around.control('left').getBlock()
    around.orders.set(order.order_id, { ...order, initiate_by: Number(timestamp) })
    expect(await refusal(await initiate(url, await signed(order)))).toMatchObject({ status: 409, code: 'TOO_LATE' })
    expect((await initiate(url, prefunded(order))).status).toBe(202)
  })

  it('sends nothing of a signed initiation whose maker was bound no longer meanwhile', async () => {
    const { order } = await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })
    const { timestamp } = await around.control('left').getBlock()
    const initiateBy = Number(timestamp) + 600
    around.orders.set(order.order_id, { ...order, initiate_by: initiateBy })
    await allowed(1_000n)
    const made = await initiate(await start('api'), await signed(order))
    const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await made.json()).result
    await leave(order, order.destination_intent.cancel_after - initiateBy)
    const url = await start('api,worker')
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
  })

  it('sends nothing of an initiation whose maker stopped funding meanwhile', async () => {
    const { order } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    const { timestamp } = await around.control('right').getBlock()
    const fillBy = Number(timestamp) + 600
    around.orders.set(order.order_id, { ...order, fill_by: fillBy })
    const made = await initiate(await start('api'), prefunded(order))
    const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await made.json()).result
    await leave(order, order.destination_intent.cancel_after - fillBy)
    const url = await start('api,worker')
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
  })

  it('takes none whose destination is over, on any path', async () => {
    const url = await start('api,worker')
    const { order } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    await leave(order, -984)
    for (const body of [prefunded(order), await signed(order)]) {
      expect(await refusal(await initiate(url, body))).toMatchObject({ status: 410, code: 'ORDER_EXPIRED' })
    }
    expect(await isThere(order)).toBe(false)
  })

  it('sends nothing of an initiation that was taken in time and became too late', async () => {
    const { order } = await around.order({ isSourceOpen: false, isDestinationOpen: false })
    const made = await initiate(await start('api'), prefunded(order))
    const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await made.json()).result
    await leave(order, windowSecs() - 1)
    const url = await start('api,worker')
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
  })

  it('sends one that was sent and reverted not again when it is too late, and ends it when it can be created no more', async () => {
    const { order } = await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })
    await allowed(1_000n)
    const control = around.control('left')
    await control.setAutomine(false)
    const url = await start('api,worker')
    const made = await initiate(url, await signed(order))
    const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await made.json()).result
    await untilColumn(id, 'state', 'revealed')
    // In the same block, and first in it, the creator revokes the allowance.
    await allow(0n, 50n * gwei)
    await control.mine({ blocks: 5 })
    await control.setAutomine(true)
    await untilColumn(id, 'last_reason_code', 'simulation_reverts')
    await leave(order, windowSecs() - 1)
    // A transaction would succeed from here on, and only lock the creator's money.
    await allowed(1_000n)
    await untilColumn(id, 'last_reason_code', 'not_sent_again')
    await leave(order, order.destination_intent.cancel_after - order.source_intent.cancel_after - 3_700)
    expect(await failureOf(url, id)).toBe('EXPIRED')
    expect(await isThere(order)).toBe(false)
    await allowed(0n)
  })

  it('takes none on whose creator lets the registry take no tokens, or not so many', async () => {
    const { order } = await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })
    const url = await start('api')
    const reverts = { status: 409, code: 'CREATION_REVERTS' }
    expect(await refusal(await initiate(url, await signed(order)))).toMatchObject(reverts)
    await allowed(999n)
    expect(await refusal(await initiate(url, await signed(order)))).toMatchObject(reverts)
    await allowed(1_000n)
    expect((await initiate(url, await signed(order))).status).toBe(202)
    await allowed(0n)
  })

  it('says of an initiation that could never be created that its simulation reverted', async () => {
    const { order } = await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })
    const { address } = around.wallet('left', 1).account
    await allowed(1_000n)
    const made = await initiate(await start('api'), await signed(order))
    const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await made.json()).result
    // Before a worker takes the initiation, the creator revokes the allowance.
    await allowed(0n)
    const url = await start('api,worker')
    await untilColumn(id, 'last_reason_code', 'simulation_reverts')
    // The destination's clock is set first: while the source's alone is ahead, that would be the reason to wait.
    const late = order.destination_intent.cancel_after - windowSecs() + 1
    for (const chain of ['right', 'left'] as const) await setClock(chain, late)
    expect(await failureOf(url, id)).toBe('REVERTED')
    expect([order.source_intent.creator, await isThere(order)]).toEqual([address, false])
  })
})
