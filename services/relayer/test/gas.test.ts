/**
 * Tests recipients, tokens and endpoints that try to make the relayer pay for gas: each costs a bounded amount, and no other
 * claim.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { nativeToken } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import { type Address, type Hex, numberToHex } from 'viem'
import { acceptClaim, claimOf, outcomesOf, postClaim } from './support/api.ts'
import { claimCall } from './support/escrow-calls.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import type { Changed } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

/** A recipient that is a contract. */
const recipient: Address = '0x0000000000000000000000000000000000009001'
/** Code that loops this many times, at 26 gas a turn. */
const loops = (turns: number): Hex => `0x62${numberToHex(turns, { size: 3 }).slice(2)}5b60019003806004570000`
/** Code that accepts the payout where the gas price is zero, as in a simulation, and uses up all the gas of a transaction. */
const burns: Hex = '0x3a15600657fe5b00'

const testbed = useTestbed()
let node: RpcProxy

beforeEach(async () => {
  node = await testbed.startProxy()
})
afterEach(() => recipientIs('0x'))

const start = (env: Record<string, string> = {}, changed: Changed = {}): Promise<string> =>
  testbed.startRelayer({ ...testbed.rpcUrls({ right: [node] }), ...env }, changed)
const nativeOrder = () => testbed.order({ destination: { token: nativeToken, recipient, amount: 10n ** 15n } })
const recipientIs = (bytecode: Hex) => testbed.control('right').setCode({ address: recipient, bytecode })

describe('a recipient that needs more gas than a claim may use', () => {
  it.each([600_000, 950_000])(
    'a loop of %s turns is refused at POST, and its secret reaches no endpoint',
    async (turns) => {
      const url = await start()
      const claim = await nativeOrder()
      await recipientIs(loops(turns))
      expect(await postClaim(url, claim)).toMatchObject({ status: 409, code: 'PAYOUT_TOO_COSTLY' })
      expect(node.saw(claim.secret)).toBe(false)
      expect(await testbed.requestOf(claim.order)).toBeUndefined()
    },
  )

  it('becomes so after the claim was accepted: it waits unrevealed, and holds up no other claim', async () => {
    const api = await start({ ROLES: 'api' })
    const costly = await nativeOrder()
    const honest = [await testbed.order(), await testbed.order()]
    await acceptClaim(api, costly)
    await recipientIs(loops(950_000))
    for (const claim of honest) await acceptClaim(api, claim)
    await start({ ROLES: 'worker' })
    for (const { order } of honest) await testbed.untilClaim(api, order, 'confirmed')
    expect(node.saw(costly.secret)).toBe(false)
    expect(await claimOf(api, costly.order)).toMatchObject({ status: 'queued', attempts: [] })
  })

  it('is paid when it needs little', async () => {
    const url = await start()
    const claim = await nativeOrder()
    await recipientIs(loops(1_000))
    await acceptClaim(url, claim)
    const { attempts } = await testbed.untilClaim(url, claim.order, 'confirmed')
    expect(attempts).toHaveLength(1)
  })
})

describe('a recipient that accepts the payout in a simulation and burns all gas in a transaction', () => {
  it('costs three reverted transactions at the gas limit of a claim; then the claim says that it waits for its user', async () => {
    const url = await start()
    const claim = await nativeOrder()
    await recipientIs(burns)
    await acceptClaim(url, claim)
    const waiting = await testbed.untilClaim(url, claim.order, ({ error_code: code }) => code !== null)
    expect(waiting).toMatchObject({ status: 'submitted', error_code: 'PAYOUT_REVERTS' })
    expect(outcomesOf(waiting)).toEqual(['reverted', 'reverted', 'reverted'])
    for (const { gas_limit: limit } of waiting.attempts) expect(Number(limit)).toBeLessThanOrEqual(250_000)
    await testbed.control('right').mine({ blocks: 5 })
    await testbed.makeDue(claim.order)
    const honest = await testbed.order()
    await acceptClaim(url, honest)
    await testbed.untilClaim(url, honest.order, 'confirmed')
    expect(outcomesOf(await testbed.untilClaim(url, claim.order, 'submitted'))).toHaveLength(3)

    await recipientIs('0x')
    const wallet = testbed.wallet('right', 3)
    const hash = await wallet.sendTransaction(claimCall(claim.order.destination_intent, claim.secret))
    await testbed.makeDue(claim.order)
    const ended = await testbed.untilClaim(url, claim.order, 'superseded')
    expect(ended).toMatchObject({ claim_tx_hash: hash, error_code: null })
  })
})

describe('an endpoint', () => {
  it('that estimates far too little gas causes no reverted transaction', async () => {
    node.lie = ({ method }) => (method === 'eth_estimateGas' ? { answer: '0x7530' } : undefined)
    const url = await start()
    const claim = await testbed.order()
    await acceptClaim(url, claim)
    expect(outcomesOf(await testbed.untilClaim(url, claim.order, 'confirmed'))).toEqual(['mined'])
  })

  it('is shown a secret by the first transaction that is sent, and by no question before it', async () => {
    const url = await start({}, { claimBatchWaitMs: 500 })
    const alone = await testbed.order()
    await acceptClaim(url, alone)
    await testbed.untilClaim(url, alone.order, 'confirmed')
    const together = await testbed.openOrders(4)
    await testbed.control('right').mine({ blocks: 2 })
    await testbed.control('left').mine({ blocks: 2 })
    await Promise.all(together.map(async (claim) => await acceptClaim(url, claim)))
    for (const { order } of together) await testbed.untilClaim(url, order, 'confirmed')
    for (const { secret } of [alone, ...together]) {
      const shown = node.calls.filter((call) => JSON.stringify(call).includes(secret.slice(2)))
      expect(shown[0]?.method).toBe('eth_sendRawTransaction')
    }
  })

  it('is not shown the secret of a claim that the fee cap keeps back', async () => {
    const url = await start({ MAX_FEE_PER_GAS_WEI: '1000000' })
    const { order, secret } = await testbed.order()
    await postClaim(url, { order, secret })
    await untilSo(
      () => testbed.requestOf(order),
      ({ last_reason_code: code }) => code === 'fee_above_cap',
      'kept back',
    )
    expect(node.saw(secret)).toBe(false)
    await testbed.setClock('right', order.destination_intent.cancel_after - 1)
    const failed = await untilSo(
      () => claimOf(url, order),
      ({ status }) => status === 'failed',
      'failed',
    )
    expect(failed.error_code).toBe('POLICY')
    expect(node.saw(secret)).toBe(false)
  })
})
