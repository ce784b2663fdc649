import { describe, expect, it } from '@jest/globals'
import { createClient, custom, toHex } from 'viem'
import type { Order } from '../client/types.ts'
import { inspectSide } from './inspect-order.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const chain = (name: string, chainId: number) => ({
  chain: name,
  chain_id: chainId,
  registry_address: address('9'),
  confirmations: 5,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 300 }],
})
const asset = (name: string, ceiling: string) => ({
  asset: name,
  token_address: address('1'),
  decimals: 0,
  usd_price_ceiling: ceiling,
})
const intent = (name: string) => ({
  chain: name,
  asset: `${name}:token`,
  amount: '100',
  token_address: address('1'),
  registry_address: address('9'),
  creator: address('2'),
  recipient: address('3'),
  swap_id: address('4'),
  hop_bridge_factory: null,
  commitment_hash: `0x${'ab'.repeat(32)}`,
  cancel_after: 2_000_000_000,
})
const order = { source_intent: intent('a'), destination_intent: intent('b') } as unknown as Order
const head = 1_000n

/** An endpoint of a chain without contracts. It records the block numbers that it is asked about. */
function endpointOf(chainId: number) {
  const blocks = new Set<unknown>()
  const block = { number: toHex(head), timestamp: '0x1', hash: `0x${'cd'.repeat(32)}`, transactions: [] }
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    if (method === 'eth_chainId') return toHex(chainId)
    if (method === 'eth_getBlockByNumber') return block
    blocks.add(params?.at(-1))
    return method === 'eth_call' ? toHex(0, { size: 32 }) : '0x'
  }
  return { blocks, client: createClient({ transport: custom({ request }, { retryCount: 0 }) }) }
}

describe('inspectSide', () => {
  it.each<[string, string, string, bigint]>([
    ['a cheap order', '1', '1', 5n],
    ['a dear source', '10', '1', 300n],
    ['a dear destination, though the source looks cheap', '1', '10', 300n],
  ])('reads the source of %s as deep as the dearer side asks for', async (_case, source, destination, depth) => {
    const network = {
      chains: [chain('a', 1), chain('b', 2)],
      assets: [asset('a:token', source), asset('b:token', destination)],
    }
    const { blocks, client } = endpointOf(1)
    await inspectSide(order, 'source_intent', network, { endpoints: { a: [client] } }).catch(() => undefined)
    expect(blocks).toContain(toHex(head - depth + 1n))
    expect(blocks).not.toContain(toHex(head - (305n - depth) + 1n))
  })

  const eachChain = [chain('a', 1), chain('b', 2)]
  const assets = ['a:token', 'b:token', 'c:token'].map((name) => asset(name, '1'))
  const hop = { l1_hop: true, hop_relayer_fee: '0', final_chain: 'c', final_token_address: address('1') }
  it.each<[string, object, boolean]>([
    ['the asset that it names', {}, true],
    ['the token of that name on another chain', { asset: 'b:token' }, false],
    ['another token', { token_address: address('5') }, false],
    ['the hub asset of a route to the final asset', hop, true],
    ['no hub asset of a route to the final asset', { ...hop, final_chain: 'b' }, false],
  ])('says whether an escrow holds %s', async (_case, over, isPinnedAsset) => {
    const routes = [{ source: 'b:token', destination: 'c:token', hub_asset: 'a:token' }]
    const given = { ...order, source_intent: { ...order.source_intent, ...over } }
    const { client } = endpointOf(1)
    const seen = await inspectSide(
      given,
      'source_intent',
      { chains: eachChain, assets, routes },
      { endpoints: { a: [client] } },
    )
    expect(seen).toMatchObject({ isPinnedAsset })
  })
})
