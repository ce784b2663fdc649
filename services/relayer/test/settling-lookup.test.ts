/** Tests how much of a chain's past a client can make the relayer read. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { errorEnvelopeSchema } from '@tandem/contracts'
import { numberToHex } from 'viem'
import { cancelCall } from './support/escrow-calls.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { confirmations, Surroundings } from './support/surroundings.ts'

let around: Surroundings
let node: RpcProxy
beforeAll(async () => {
  around = await Surroundings.start()
  node = await startRpcProxy(around.anvils.right.rpcUrl)
})
afterAll(async () => {
  await node.stop()
  await around.stop()
})

it('asks for at most five ranges of logs when a cancelled order is claimed, however long the chain is', async () => {
  const { order, secret } = await around.order()
  const { cancel_after: cancelAfter } = order.destination_intent
  await around.control('right').setNextBlockTimestamp({ timestamp: BigInt(cancelAfter) })
  await around.control('right').mine({ blocks: 1 })
  const solver = around.wallet('right', 2)
  await solver.waitForTransactionReceipt({ hash: await solver.sendTransaction(cancelCall(order.destination_intent)) })
  await around.control('right').mine({ blocks: confirmations })
  const relayer = around.relayer({
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [node.url] }),
    ROLES: 'api',
  })
  const { url } = await relayer.start()
  try {
    // More than 72,000 blocks have passed since the cancellation, so no range that is searched holds it.
    node.lie = ({ method }) => {
      if (method === 'eth_blockNumber') return { answer: numberToHex(90_000) }
      return method === 'eth_getLogs' ? { answer: [] } : undefined
    }
    node.calls.length = 0
    const answer = await fetch(`${url}/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: order.order_id, secret }),
    })
    const { code, details } = errorEnvelopeSchema.parse(await answer.json())
    expect(code).toBe('ORDER_FINAL')
    expect(details).toMatchObject({ destination: { state: 'cancelled', cancel_tx_hash: null } })
    const ranges = node.calls.filter(({ method }) => method === 'eth_getLogs')
    expect(ranges.length).toBeGreaterThan(0)
    expect(ranges.length).toBeLessThanOrEqual(5)
  } finally {
    await relayer.stop()
  }
})
