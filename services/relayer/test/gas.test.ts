/**
 * Tests recipients, tokens and endpoints that try to make the relayer pay for gas: each costs a bounded amount, and no other
 * claim.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type ClaimWire, claimListSchema, type OrderWire, successEnvelopeSchema } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import pg from 'pg'
import { type Address, type Hex, numberToHex } from 'viem'
import { claimCall } from './support/escrow-calls.ts'
import { acceptClaim, postClaim } from './support/post.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { type Changed, Surroundings } from './support/surroundings.ts'

/** A recipient that is a contract. */
const recipient: Address = '0x0000000000000000000000000000000000009001'
/** Code that loops this many times, at 26 gas a turn. */
const loops = (turns: number): Hex => `0x62${numberToHex(turns, { size: 3 }).slice(2)}5b60019003806004570000`
/** Code that accepts the payout where the gas price is zero, as in a simulation, and uses up all the gas of a transaction. */
const burns: Hex = '0x3a15600657fe5b00'

let around: Surroundings
let db: pg.Client
let node: RpcProxy
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
beforeEach(async () => {
  node = await startRpcProxy(around.anvils.right.rpcUrl)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await node.stop()
  await around.control('right').setCode({ address: recipient, bytecode: '0x' })
})
afterAll(async () => {
  await db.end()
  await around.stop()
})

async function start(env: Record<string, string> = {}, changed: Changed = {}): Promise<string> {
  const RPC_URLS = JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [node.url] })
  const relayer = around.relayer({ RPC_URLS, ...env }, changed)
  running.push(relayer)
  return (await relayer.start()).url
}
const nativeOrder = () => around.order({ destination: { token: nativeToken, recipient, amount: 10n ** 15n } })
const recipientIs = (bytecode: Hex) => around.control('right').setCode({ address: recipient, bytecode })

async function claimOf(url: string, { order_id: id }: OrderWire): Promise<ClaimWire | undefined> {
  const answer: unknown = await (await fetch(`${url}/claims?order_id=${id}`)).json()
  return successEnvelopeSchema(claimListSchema).parse(answer).result.data[0]
}
/** Mines blocks until `isSo` holds for the claim. */
async function untilClaim(url: string, order: OrderWire, isSo: (claim: ClaimWire) => boolean): Promise<ClaimWire> {
  return untilSo(
    async () => {
      await around.control('right').mine({ blocks: 1 })
      return claimOf(url, order)
    },
    isSo,
    'so',
  )
}
const isConfirmed = ({ status }: ClaimWire) => status === 'confirmed'

describe('a recipient that needs more gas than a claim may use', () => {
  it.each([600_000, 950_000])(
    'a loop of %s turns is refused at POST, and its secret reaches no endpoint',
    async (turns) => {
      const url = await start()
      const claim = await nativeOrder()
      await recipientIs(loops(turns))
      expect(await postClaim(url, claim)).toMatchObject({ status: 409, code: 'PAYOUT_TOO_COSTLY' })
      expect(node.saw(claim.secret)).toBe(false)
      expect((await db.query('SELECT 1 FROM requests WHERE order_id = $1', [claim.order.order_id])).rows).toEqual([])
    },
  )

  it('becomes so after the claim was accepted: it waits unrevealed, and holds up no other claim', async () => {
    const api = await start({ ROLES: 'api' })
    const costly = await nativeOrder()
    const honest = [await around.order(), await around.order()]
    await acceptClaim(api, costly)
    await recipientIs(loops(950_000))
    for (const claim of honest) await acceptClaim(api, claim)
    await start({ ROLES: 'worker' })
    for (const { order } of honest) await untilClaim(api, order, isConfirmed)
    expect(node.saw(costly.secret)).toBe(false)
    expect(await claimOf(api, costly.order)).toMatchObject({ status: 'queued', attempts: [] })
  })

  it('is paid when it needs little', async () => {
    const url = await start()
    const claim = await nativeOrder()
    await recipientIs(loops(1_000))
    await acceptClaim(url, claim)
    const { attempts } = await untilClaim(url, claim.order, isConfirmed)
    expect(attempts).toHaveLength(1)
  })
})

describe('a recipient that accepts the payout in a simulation and burns all gas in a transaction', () => {
  it('costs three reverted transactions at the gas limit of a claim; then the claim says that it waits for its user', async () => {
    const url = await start()
    const claim = await nativeOrder()
    await recipientIs(burns)
    await acceptClaim(url, claim)
    const waiting = await untilClaim(url, claim.order, ({ error_code: code }) => code !== null)
    expect(waiting).toMatchObject({ status: 'submitted', error_code: 'PAYOUT_REVERTS' })
    expect(waiting.attempts.map(({ outcome }) => outcome)).toEqual(['reverted', 'reverted', 'reverted'])
    for (const { gas_limit: limit } of waiting.attempts) expect(Number(limit)).toBeLessThanOrEqual(250_000)
    await around.control('right').mine({ blocks: 5 })
    await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [claim.order.order_id])
    const honest = await around.order()
    await acceptClaim(url, honest)
    await untilClaim(url, honest.order, isConfirmed)
    expect((await claimOf(url, claim.order))?.attempts).toHaveLength(3)

    await recipientIs('0x')
    const wallet = around.wallet('right', 3)
    const hash = await wallet.sendTransaction(claimCall(claim.order.destination_intent, claim.secret))
    await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [claim.order.order_id])
    const ended = await untilClaim(url, claim.order, ({ status }) => status === 'superseded')
    expect(ended).toMatchObject({ claim_tx_hash: hash, error_code: null })
  })
})

describe('an endpoint', () => {
  it('that estimates far too little gas causes no reverted transaction', async () => {
    node.lie = ({ method }) => (method === 'eth_estimateGas' ? { answer: '0x7530' } : undefined)
    const url = await start()
    const claim = await around.order()
    await acceptClaim(url, claim)
    const { attempts } = await untilClaim(url, claim.order, isConfirmed)
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['mined'])
  })

  it('is shown a secret by the first transaction that is sent, and by no question before it', async () => {
    const url = await start({}, { claimBatchWaitMs: 500 })
    const alone = await around.order()
    await acceptClaim(url, alone)
    await untilClaim(url, alone.order, isConfirmed)
    const together = await around.openOrders(4)
    await around.control('right').mine({ blocks: 2 })
    await around.control('left').mine({ blocks: 2 })
    await Promise.all(together.map(async (claim) => await acceptClaim(url, claim)))
    for (const { order } of together) await untilClaim(url, order, isConfirmed)
    for (const { secret } of [alone, ...together]) {
      const shown = node.calls.filter((call) => JSON.stringify(call).includes(secret.slice(2)))
      expect(shown[0]?.method).toBe('eth_sendRawTransaction')
    }
  })

  it('is not shown the secret of a claim that the fee cap keeps back', async () => {
    const url = await start({ MAX_FEE_PER_GAS_WEI: '1000000' })
    const { order, secret } = await around.order()
    await postClaim(url, { order, secret })
    const reason = async () =>
      (await db.query('SELECT last_reason_code AS code FROM requests WHERE order_id = $1', [order.order_id])).rows[0]
    for (const deadline = Date.now() + 120_000; (await reason())?.code !== 'fee_above_cap'; ) {
      if (Date.now() > deadline) throw new Error('it does not wait for the fee')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(node.saw(secret)).toBe(false)
    const control = around.control('right')
    await control.setNextBlockTimestamp({ timestamp: BigInt(order.destination_intent.cancel_after - 1) })
    await control.mine({ blocks: 1 })
    for (const deadline = Date.now() + 120_000; (await claimOf(url, order))?.status !== 'failed'; ) {
      if (Date.now() > deadline) throw new Error('it does not fail')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect((await claimOf(url, order))?.error_code).toBe('POLICY')
    expect(node.saw(secret)).toBe(false)
  })
})
