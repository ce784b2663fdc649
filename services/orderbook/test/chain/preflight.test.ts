import { beforeAll, describe, expect, it } from '@jest/globals'
import { type Network, networkSchema } from '@tandem/contracts'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { createTestClient, http } from 'viem'
import { checkChains } from '../../src/network/preflight.ts'
import { networkWire } from '../support/network.ts'
import { startTestOrderbook } from '../support/orderbook.ts'
import { keep } from '../support/parts.ts'

/** Code that answers 6 to every call, as a token's decimals() would. A registry only needs some code. */
const sixCode = '0x60065f5260205ff3'
const network: Network = networkSchema.parse(networkWire)
const [registry, token] = [`0x${'1'.repeat(40)}`, `0x${'4'.repeat(40)}`] as const

let anvil: LocalAnvil
let rpcUrls: Record<string, string[]>
const setCode = (address: `0x${string}`, bytecode: `0x${string}`) =>
  createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).setCode({ address, bytecode })
beforeAll(async () => {
  anvil = await keep(startAnvil({ chainId: 31_401 }))
  rpcUrls = { devnet_a: [anvil.rpcUrl] }
})

describe('checkChains', () => {
  it('names a registry and a token that are not there', async () => {
    expect(await checkChains(network, rpcUrls)).toEqual({
      problems: [
        'devnet_a: there is no contract at registry_address',
        'devnet_a:usdc: there is no token at token_address',
      ],
      unreachable: [],
    })
  })

  it('finds nothing wrong with a network that fits', async () => {
    await setCode(registry, sixCode)
    await setCode(token, sixCode)
    expect(await checkChains(network, rpcUrls)).toEqual({ problems: [], unreachable: [] })
  })

  it("names a token's other decimals, and an endpoint of another chain", async () => {
    const assets = network.assets.map((asset) => (asset.asset === 'devnet_a:usdc' ? { ...asset, decimals: 18 } : asset))
    const wrong = { ...rpcUrls, devnet_b: [anvil.rpcUrl] }
    expect((await checkChains({ ...network, assets }, wrong)).problems).toEqual([
      'devnet_a:usdc: the token has 6 decimals, and decimals is 18',
      'devnet_b: an endpoint answers chain id 31401, and chain_id is 31402',
    ])
  })

  it('believes no endpoint of three that alone denies the contracts, and two that do', async () => {
    const liar = await keep(startAnvil({ chainId: 31_401 }))
    const [lie, truth] = [liar.rpcUrl, anvil.rpcUrl]
    expect(await checkChains(network, { devnet_a: [lie, truth, truth] })).toEqual({ problems: [], unreachable: [] })
    expect((await checkChains(network, { devnet_a: [lie, lie, truth] })).problems).toHaveLength(2)
  })

  it('says nothing of a chain that does not answer', async () => {
    expect(await checkChains(network, { devnet_a: ['http://127.0.0.1:9'] })).toEqual({
      problems: [],
      unreachable: ['devnet_a'],
    })
  })
})

describe('the orderbook', () => {
  it('does not start on chains that its network file does not fit', async () => {
    const urls = { devnet_a: [anvil.rpcUrl], devnet_b: [anvil.rpcUrl] }
    const starting = startTestOrderbook('preflight', { ROLES: 'api,watcher', RPC_URLS: JSON.stringify(urls) })
    await expect(starting).rejects.toThrow('chain id 31401')
  })
})
