/** Tests that payouts are simulated: nothing is revealed to a token that does not pay. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { type Address, createPublicClient, type Hex, http, zeroAddress } from 'viem'
import { makePayouts } from '../src/vaults/payout.ts'
import { burnerOf, burnsWhenMined } from './chaos/hostile.ts'
import { postClaim } from './support/api.ts'
import { grudgingToken, isTo, isTransfer, original } from './support/grudging-token.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import type { TestOrder } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let node: RpcProxy
let code: Hex

beforeAll(async () => {
  node = await testbed.startProxy()
  code = (await testbed.control('right').getCode({ address: testbed.token })) ?? '0x'
  await testbed.control('right').setCode({ address: original, bytecode: code })
})
afterEach(() => pays())

const refuses = (condition: Hex) =>
  testbed.control('right').setCode({ address: testbed.token, bytecode: grudgingToken(condition) })
const pays = () => testbed.control('right').setCode({ address: testbed.token, bytecode: code })

const start = (env: Record<string, string>): Promise<string> =>
  testbed.startRelayer({ ...testbed.rpcUrls({ right: [node] }), ...env })
async function post(url: string, order: OrderWire, secret: Hex) {
  const { status, code } = await postClaim(url, { order, secret })
  return { status, code }
}

describe('a token that refuses the payout', () => {
  it.each([
    ['is paused', () => isTransfer],
    ['blocks the recipient', () => isTo(testbed.wallet('right', 1).account.address)],
  ])('%s: refused for now, and the secret reaches no endpoint', async (_name, condition) => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    await refuses(condition())
    expect(await post(url, order, secret)).toEqual({ status: 409, code: 'PAYOUT_BLOCKED' })
    expect(await testbed.requestOf(order)).toBeUndefined()
    await refuses(isTo(zeroAddress))
    expect(await post(url, order, secret)).toEqual({ status: 202, code: undefined })
    expect(node.saw(secret)).toBe(false)
  })

  it('is paused after the claim was accepted: it waits, and is claimed when the token pays again', async () => {
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect(await post(api, order, secret)).toEqual({ status: 202, code: undefined })
    await refuses(isTransfer)
    await start({ ROLES: 'worker' })
    await testbed.untilRow(order, 'last_reason_code', 'payout_blocked')
    expect(node.saw(secret)).toBe(false)
    await pays()
    await testbed.untilRow(order, 'state', 'confirmed')
  })
})

describe('payouts that are asked for at the same moment', () => {
  const gas = 120_000n
  const useGas: Hex = '0x5b6000565b00'
  let vaults: { vault: Address; destination: TestOrder['destination'] }[]
  beforeAll(async () => {
    const native = (recipient: Address) => ({ token: nativeToken, recipient, amount: 10n ** 15n })
    const endless = burnerOf(1)
    await testbed.control('right').setCode({ address: burnerOf(0), bytecode: burnsWhenMined })
    await testbed.control('right').setCode({ address: endless, bytecode: useGas })
    const orders = [
      await testbed.order(),
      await testbed.order({ destination: native(burnerOf(0)) }),
      await testbed.order({ destination: native(endless) }),
      await testbed.order(),
    ]
    vaults = orders.map(({ order, destination }) => ({
      ...{ vault: order.destination_intent.swap_id as Address, destination },
    }))
  })
  afterEach(() => {
    node.lie = () => undefined
  })

  const asked = () => node.calls.filter(({ method }) => method === 'eth_call')
  /** The answers for all of them, and the number of questions with and without state overrides. */
  async function ask(canPay: ReturnType<typeof makePayouts>) {
    node.calls.length = 0
    const said = await Promise.all(vaults.map(({ vault, destination }) => canPay(vault, destination)))
    const together = asked().filter(({ params }) => params.length > 2).length
    return { said, together, alone: asked().length - together }
  }
  const payouts = () => makePayouts(createPublicClient({ transport: http(node.url, { retryCount: 0 }) }), gas)
  const said = ['pays', 'pays', 'refuses', 'pays']

  it('are tried by one question, and by themselves only when they do not go through there', async () => {
    expect(await ask(payouts())).toEqual({ said, together: 1, alone: 2 })
  })

  it('are told apart as they would be alone', async () => {
    await refuses(isTo(testbed.wallet('right', 1).account.address))
    expect((await ask(payouts())).said).toEqual(['refuses', 'pays', 'refuses', 'refuses'])
  })

  it('are asked for one by one where an endpoint refuses overrides of the state, for a while without trying again', async () => {
    const error = { code: -32602, message: 'too many arguments, want at most 2' }
    node.lie = ({ params }) => (params.length > 2 ? { error } : undefined)
    const canPay = payouts()
    expect(await ask(canPay)).toEqual({ said, together: 1, alone: 5 })
    expect(await ask(canPay)).toEqual({ said, together: 0, alone: 5 })
  })

  it('are asked for one by one where an endpoint overlooks overrides of the state', async () => {
    node.lie = ({ method, params }) => (params.length > 2 ? { ask: { method, params: params.slice(0, 2) } } : undefined)
    expect(await ask(payouts())).toEqual({ said, together: 1, alone: 5 })
  })
})
