/** Tests that claims go to the chain's private endpoint first, and to all endpoints only when that does not get them mined. */
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { until, untilSo } from '@tandem/local-services'
import { type Hex, keccak256 } from 'viem'
import { acceptClaim } from './support/api.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import type { Changed } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let open: RpcProxy
let confidential: RpcProxy

beforeEach(async () => {
  ;[open, confidential] = await Promise.all([testbed.startProxy(), testbed.startProxy()])
})

const start = (changed: Changed = {}): Promise<string> =>
  testbed.startRelayer(
    { ...testbed.rpcUrls({ right: [open] }), PRIVATE_RPC_URLS: JSON.stringify({ right: confidential.url }) },
    changed,
  )
async function confirmed(order: OrderWire): Promise<void> {
  await untilSo(
    async () => {
      const row = await testbed.requestOf(order)
      if (row?.state === 'mined') await testbed.control('right').mine({ blocks: 1 })
      return row
    },
    ({ state }) => state === 'confirmed',
    'confirmed',
  )
}
const sentTo = ({ calls }: RpcProxy) =>
  calls.filter(({ method }) => method === 'eth_sendRawTransaction').map(({ params }) => params[0] as Hex)
/** An endpoint that accepts transactions and does nothing with them. It knows no other method. */
const keepsAndIsMute: RpcProxy['lie'] = ({ method, params }) =>
  method === 'eth_sendRawTransaction'
    ? { answer: keccak256(params[0] as Hex) }
    : { error: { code: -32601, message: 'the method does not exist' } }

describe('a private endpoint', () => {
  it('is sent the claim; the open one hears nothing of the secret', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    await acceptClaim(url, { order, secret })
    await confirmed(order)
    expect(open.saw(secret)).toBe(false)
    expect(sentTo(open)).toEqual([])
    expect(new Set(sentTo(confidential)).size).toBe(1)
    expect(confidential.calls.map(({ method }) => method)).not.toContain('eth_estimateGas')
  })

  it('is sent a batch, too', async () => {
    const url = await start({ claimBatchWaitMs: 500 })
    const orders = [await testbed.order(), await testbed.order(), await testbed.order()]
    await Promise.all(orders.map(({ order, secret }) => acceptClaim(url, { order, secret })))
    for (const { order } of orders) await confirmed(order)
    for (const { secret } of orders) expect(open.saw(secret)).toBe(false)
    expect(sentTo(open)).toEqual([])
  })

  it('that gets nothing mined and simulates nothing: everybody is sent the claim after the time it is given', async () => {
    confidential.lie = keepsAndIsMute
    const url = await start({ privateFallbackMs: 3_000 })
    const { order, secret } = await testbed.order()
    const postedAt = Date.now()
    await acceptClaim(url, { order, secret })
    const firstSent = new Promise<number>((resolve) => {
      open.lie = ({ method }) => {
        if (method === 'eth_sendRawTransaction') resolve(Date.now())
        return undefined
      }
    })
    await until(async () => {
      if (sentTo(confidential).length > 0) return true
      expect(open.saw(secret)).toBe(false)
      expect(await testbed.control('right').getTxpoolStatus()).toEqual({ pending: 0, queued: 0 })
      return false
    }, 'the private endpoint is sent the claim')
    expect((await firstSent) - postedAt).toBeGreaterThan(3000)
    await confirmed(order)
    // The private endpoint is one of those that are sent a public claim.
    expect(sentTo(confidential)).toEqual(expect.arrayContaining(sentTo(open)))
  })

  it('is not waited for near the deadline', async () => {
    confidential.lie = keepsAndIsMute
    const url = await start({ privateFallbackMs: 3_600_000 })
    const { order, secret } = await testbed.order()
    const timestamp = BigInt(order.destination_intent.cancel_after) - 100n
    await testbed.control('right').setNextBlockTimestamp({ timestamp })
    await testbed.control('right').mine({ blocks: 1 })
    await acceptClaim(url, { order, secret })
    await confirmed(order)
    expect(sentTo(open).length).toBeGreaterThan(0)
  })
})
