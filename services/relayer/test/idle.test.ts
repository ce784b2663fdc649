/** Tests how many questions a relayer asks its chains while nothing is to be done, and how many a client can make it ask. */
import { expect, it } from '@jest/globals'
import { numberToHex } from 'viem'
import { postClaim } from './support/api.ts'
import { cancelCall } from './support/escrow-calls.ts'
import { confirmations, solver } from './support/test-chains.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it('asks an idle chain with two signers less than twice a second', async () => {
  const keys = [7, 8].map((index) => testbed.anvils.right.accounts[index]?.privateKey)
  const node = await testbed.startProxy()
  const env = { ...testbed.rpcUrls({ right: [node] }), SIGNERS: JSON.stringify({ left: keys, right: keys }) }
  await testbed.startRelayer(env)
  await pass(2_000)
  node.calls.length = 0
  const seconds = 10
  await pass(seconds * 1_000)
  // There is no lower bound, because a busy machine asks less.
  expect(node.calls.length).toBeLessThan(2 * seconds)
})

it('asks for at most five ranges of logs when a cancelled order is claimed, however long the chain is', async () => {
  const { order, secret } = await testbed.order()
  await testbed.setClock('right', order.destination_intent.cancel_after)
  await testbed.send('right', solver, cancelCall(order.destination_intent))
  await testbed.control('right').mine({ blocks: confirmations })
  const node = await testbed.startProxy()
  const url = await testbed.startRelayer({ ...testbed.rpcUrls({ right: [node] }), ROLES: 'api' })
  // More than 72,000 blocks have passed since the cancellation, so no range that is searched holds it.
  node.lie = ({ method }) => {
    if (method === 'eth_blockNumber') return { answer: numberToHex(90_000) }
    return method === 'eth_getLogs' ? { answer: [] } : undefined
  }
  node.calls.length = 0
  const { code, details } = await postClaim(url, { order, secret })
  expect(code).toBe('ORDER_FINAL')
  expect(details).toMatchObject({ destination: { state: 'cancelled', cancel_tx_hash: null } })
  const ranges = node.calls.filter(({ method }) => method === 'eth_getLogs')
  expect(ranges.length).toBeGreaterThan(0)
  expect(ranges.length).toBeLessThanOrEqual(5)
})
