/** Tests endpoints that are honest and slow: what they say in time is enough to take work on, and to do it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { claimListSchema, successEnvelopeSchema, type z } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { postClaim } from './support/post.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { Surroundings } from './support/surroundings.ts'

const slowMs = 1_500
let around: Surroundings
let endpoints: RpcProxy[]
let relayer: ReturnType<Surroundings['relayer']>

beforeAll(async () => {
  around = await Surroundings.start({ anvil: { blockTimeSecs: 1 } })
  endpoints = await Promise.all([1, 2, 3].map(() => startRpcProxy(around.anvils.right.rpcUrl)))
  for (const endpoint of endpoints) {
    endpoint.lie = async () => {
      await sleep(slowMs)
      return undefined
    }
  }
})
afterAll(async () => {
  await relayer?.stop()
  await Promise.all(endpoints.map((endpoint) => endpoint.stop()))
  await around.stop()
})

const resultOf = <T extends z.ZodType>(schema: T, body: unknown) =>
  (successEnvelopeSchema(schema).parse(body) as { result: z.output<T> }).result

it('three that answer in 1.5 s: the first claim that is posted is taken, and mined', async () => {
  relayer = around.relayer({
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: endpoints.map(({ url }) => url) }),
  })
  const { url } = await relayer.start()
  const { order, secret } = await around.order()
  const { status, body } = await postClaim(url, { order, secret })
  expect([status, body]).toEqual([202, expect.anything()])
  await untilSo(
    async () => {
      const answer = await fetch(`${url}/claims?order_id=${order.order_id}`)
      return resultOf(claimListSchema, await answer.json()).data[0]
    },
    ({ status: reached }) => ['mined', 'confirmed'].includes(reached),
    'the claim is mined',
  )
}, 180_000)
