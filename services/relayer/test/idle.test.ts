/** Tests how many questions a relayer asks its chains while nothing is to be done. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { Surroundings } from './support/surroundings.ts'

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

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it('asks an idle chain with two signers less than twice a second', async () => {
  const keys = [7, 8].map((index) => around.anvils.right.accounts[index]?.privateKey)
  const env = {
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [node.url] }),
    SIGNERS: JSON.stringify({ left: keys, right: keys }),
  }
  const relayer = around.relayer(env, { sweepIntervalMs: 250 })
  await relayer.start()
  try {
    await pass(2_000)
    node.calls.length = 0
    const seconds = 20
    await pass(seconds * 1_000)
    // There is no lower bound, because a busy machine asks less.
    expect(node.calls.length).toBeLessThan(2 * seconds)
  } finally {
    await relayer.stop()
  }
})
