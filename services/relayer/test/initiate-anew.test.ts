/**
 * Tests that an order can always be initiated again: an initiation that cannot succeed is replaced by the next body, and nothing
 * is paid twice.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type InitiationWire,
  initiationListSchema,
  initiationSchema,
  type OrderWire,
  successEnvelopeSchema,
} from '@tandem/contracts'
import { authorizationTypedData, createEscrowTypedData, escrowRegistryAbi } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import pg from 'pg'
import { type Address, concatHex, erc20Abi, toHex } from 'viem'
import { termsOf } from './support/escrow-calls.ts'
import { grudgingToken, hasGasPrice, isBalanceOf, isTo } from './support/grudging-token.ts'
import { post } from './support/post.ts'
import { Surroundings } from './support/surroundings.ts'

const later = 4_000_000_000
/** Where the token's own code is while other code is in its place. */
const original: Address = '0x00000000000000000000000000000000000070Ce'
let around: Surroundings
let db: pg.Client
let nonce = 0n
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start({ hasAuthorizations: true })
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await chain().setAutomine(true)
  await chain().mine({ blocks: 1 })
  await db.query("UPDATE requests SET state = 'rejected' WHERE state = 'accepted'")
})
afterAll(async () => {
  await db.end()
  await around.stop()
})

const chain = () => around.control('left')
const user = () => around.wallet('left', 1)

async function start(roles: string): Promise<string> {
  const relayer = around.relayer({ ROLES: roles })
  running.push(relayer)
  return (await relayer.start()).url
}
async function allow(amount: bigint): Promise<void> {
  const hash = await user().writeContract({
    ...{ address: around.token, abi: erc20Abi, functionName: 'approve' },
    args: [around.registry, amount],
  })
  await user().waitForTransactionReceipt({ hash })
}
const newOrder = async (): Promise<OrderWire> =>
  (await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })).order

async function bySignature({ order_id, source_intent: source }: OrderWire): Promise<object> {
  const on = { chainId: around.anvils.left.chainId, registry: around.registry }
  const typedData = createEscrowTypedData({ ...on, terms: termsOf(source), deadline: later })
  return { type: 'signed', order_id, deadline: later, creator_signature: await user().signTypedData(typedData) }
}
async function byEip3009({ order_id, source_intent: source }: OrderWire): Promise<object> {
  const message = {
    ...{ token: around.token, name: 'Dai', version: '1', chainId: around.anvils.left.chainId },
    ...{ from: user().account.address, to: source.swap_id as Address, value: BigInt(source.amount) },
    ...{ validAfter: 0n, validBefore: BigInt(later), nonce: toHex(++nonce, { size: 32 }) },
  }
  const signature = await user().signTypedData(authorizationTypedData(message))
  return {
    ...{ type: 'eip3009', order_id, valid_after: '0', valid_before: String(later) },
    ...{ nonce: message.nonce, signature },
  }
}
async function initiate(url: string, body: object): Promise<{ status: number; made: InitiationWire }> {
  const { status, body: said } = await post(`${url}/initiations`, body)
  return { status, made: successEnvelopeSchema(initiationSchema).parse(said).result }
}
async function initiationOf(url: string, { order_id: orderId }: OrderWire): Promise<InitiationWire | undefined> {
  const answer: unknown = await (await fetch(`${url}/initiations?order_id=${orderId}`)).json()
  return successEnvelopeSchema(initiationListSchema).parse(answer).result.data[0]
}
const until = (url: string, order: OrderWire, isSo: (one: InitiationWire) => boolean): Promise<InitiationWire> =>
  untilSo(
    async () => {
      await chain().mine({ blocks: 1 })
      await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [order.order_id])
      const found = await initiationOf(url, order)
      if (found === undefined) throw new Error('the order has no initiation')
      return found
    },
    isSo,
    'so',
  )
const isConfirmed = ({ status }: InitiationWire) => status === 'confirmed'
const waitsFor = (code: string) => (one: InitiationWire) => one.reason?.code === code
const creationsOf = async ({ source_intent: source }: OrderWire) =>
  (
    await chain().getContractEvents({
      ...{ address: around.registry, abi: escrowRegistryAbi, eventName: 'EscrowCreated', fromBlock: 0n },
      args: { vault: source.swap_id as Address },
    })
  ).length

/** Runs a test while the token refuses whatever would fund this vault in a transaction, but not in a simulation. */
async function withGrudge(order: OrderWire, run: () => Promise<void>): Promise<void> {
  const code = (await chain().getCode({ address: around.token })) ?? '0x'
  await chain().setCode({ address: original, bytecode: code })
  const vault = order.source_intent.swap_id as Address
  // Each condition leaves a word on the stack; 0x16 is AND.
  const condition = concatHex([isBalanceOf, isTo(vault), '0x16', hasGasPrice, '0x16'])
  await chain().setCode({ address: around.token, bytecode: grudgingToken(condition, original) })
  await run()
  await chain().setCode({ address: around.token, bytecode: code })
}

describe('an initiation', () => {
  it('says at all times what it waits for, by its order too', async () => {
    const url = await start('api')
    const order = await newOrder()
    expect(await initiationOf(url, order)).toBeUndefined()
    await allow(1_000n)
    const { made } = await initiate(url, await bySignature(order))
    expect(made.reason).toBeNull()
    await allow(0n)
    await start('worker')
    const waiting = await until(url, order, waitsFor('simulation_reverts'))
    expect(waiting).toMatchObject({ initiation_id: made.initiation_id, status: 'queued', error_code: null })
    expect(waiting.reason?.message).toBe('the simulation reverts')
  })

  it('whose simulation fails gives way to another body, and not to the same again', async () => {
    const url = await start('api')
    const order = await newOrder()
    await allow(1_000n)
    const body = await bySignature(order)
    const { made } = await initiate(url, body)
    await allow(0n)
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
    const order = await newOrder()
    await allow(1_000n)
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
    const order = await newOrder()
    await allow(1_000n)
    await withGrudge(order, async () => {
      await initiate(url, await bySignature(order))
      const spent = await until(url, order, ({ error_code: code }) => code !== null)
      expect(spent).toMatchObject({ status: 'submitted', error_code: 'PAYOUT_REVERTS' })
      expect(spent.attempts.map(({ outcome }) => outcome)).toEqual(['reverted', 'reverted', 'reverted'])
      const again = await initiate(url, await byEip3009(order))
      expect(again).toMatchObject({ status: 200, made: { type: 'signed', error_code: 'PAYOUT_REVERTS' } })
    })
    expect(await creationsOf(order)).toBe(0)
  })

  it('that reverted once is replaced, and the new body is paid for', async () => {
    const order = await newOrder()
    await allow(1_000n)
    const url = await start('api')
    const { made } = await initiate(url, await bySignature(order))
    await withGrudge(order, async () => {
      const worker = around.relayer({ ROLES: 'worker' })
      await worker.start()
      await until(url, order, ({ attempts }) => attempts.some(({ outcome }) => outcome === 'reverted'))
      await worker.stop()
    })
    // A transaction that was under way when the worker ended is mined first.
    const anew = await untilSo(
      async () => {
        await chain().mine({ blocks: 1 })
        await db.query("UPDATE nonces SET closed_hash = 'mined' WHERE closed_hash IS NULL")
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
    const order = await newOrder()
    await allow(1_000n)
    const body = await bySignature(order)
    await initiate(url, body)
    await db.query("UPDATE requests SET state = 'rejected', error_code = 'EXPIRED' WHERE order_id = $1", [
      order.order_id,
    ])
    expect(await initiate(url, body)).toMatchObject({ status: 202, made: { status: 'queued', error_code: null } })
  })
})
