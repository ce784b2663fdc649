/** An endpoint that asks to be left alone for an hour: the chain's other endpoints answer meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ChainConfig } from '@tandem/contracts'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createTestClient, http } from 'viem'
import { endpointOf, makeVerify, verifyChain } from '../src/chain/endpoint.ts'
import { makeEndpointPanel } from '../src/chain/endpoint-panel.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'

const registry = `0x${'9e'.repeat(20)}` as const
const config = { chain: 'right', chain_id: 31_402, registry_address: registry } as ChainConfig
const anvilAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let anvil: LocalAnvil
let proxies: RpcProxy[]

beforeAll(async () => {
  anvil = await startAnvil({ chainId: config.chain_id })
  await createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).setCode({
    address: registry,
    bytecode: '0x00',
  })
  proxies = await Promise.all([1, 2, 3].map(() => startRpcProxy(anvil.rpcUrl)))
  const busy = proxies[2] as RpcProxy
  busy.retryAfterSecs = 3_600
})
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  await anvil.stop()
})

const panelOf = (urls: readonly string[]) => {
  const endpoints = urls.map((url) => endpointOf(url, 1, makeVerify(url, config)))
  return makeEndpointPanel(config.chain, endpoints, 2)
}

// These never end when the endpoint's own delay is kept to.
describe('an endpoint that answers 429 with Retry-After: 3600', () => {
  it('is left out of the counts that the others give at once', async () => {
    const panel = panelOf(proxies.map(({ url }) => url))
    expect(await panel.countsOf(anvilAccount, 'latest')).toEqual([0n, 0n, undefined])
    expect(await panel.settledCount(anvilAccount, { confirmations: 1, tag: null })).toBe(0n)
    expect(await panel.agree((client) => client.getChainId())).toBe(config.chain_id)
  })

  it('is told among the silent ones at the start', async () => {
    const rpcUrls = proxies.map(({ url }) => url)
    expect(await verifyChain(config, { rpcUrls })).toEqual([new URL(rpcUrls[2] as string).host])
  })
})
