/** A first endpoint that takes every question and answers none, where two others answer. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import { acceptClaim } from './support/post.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
let relayer: ReturnType<Surroundings['relayer']>
let url: string
let hanging: RpcProxy
let others: RpcProxy[]

beforeAll(async () => {
  around = await Surroundings.start()
  const { rpcUrl } = around.anvils.right
  ;[hanging, ...others] = await Promise.all([startRpcProxy(rpcUrl), startRpcProxy(rpcUrl), startRpcProxy(rpcUrl)])
  relayer = around.relayer({
    RPC_URLS: JSON.stringify({
      left: [around.anvils.left.rpcUrl],
      right: [hanging, ...others].map((one) => one.url),
    }),
  })
  url = (await relayer.start()).url
  // It has answered before: one that never did is asked nothing but what chain it is of.
  await claimUntilSent()
  hanging.lie = () => new Promise(() => undefined)
})
afterAll(async () => {
  await relayer.stop()
  await Promise.all([hanging, ...others].map((one) => one.stop()))
  await around.stop()
})

async function claimUntilSent(): Promise<void> {
  const { order, secret } = await around.order()
  await acceptClaim(url, { order, secret })
  await until(async () => others.some((one) => one.saw(secret)), 'sent')
}

// A step that takes longer than its lease reveals nothing, and so does the next one.
it('keeps no claim from being sent while it hangs', claimUntilSent)

it('is asked less than once for each claim what is asked of one endpoint alone', async () => {
  const claims = await around.openOrders(5)
  await around.control('left').mine({ blocks: 2 })
  await around.control('right').mine({ blocks: 2 })
  hanging.calls.length = 0
  for (const claim of claims) await acceptClaim(url, claim)
  // A guard asks every endpoint for its newest block first, and this one gives none: only payouts are asked about by calls.
  expect(hanging.calls.filter(({ method }) => method === 'eth_call').length).toBeLessThan(claims.length)
  expect(hanging.calls.filter(({ method }) => method === 'eth_getBlockByNumber').length).toBeGreaterThan(0)
})
