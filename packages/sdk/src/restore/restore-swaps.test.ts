import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { hashSecret, predictVault } from '@tandem/escrow'
import { type Address, createClient, custom, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TandemClient } from '../client/create-client.ts'
import type { ListOrdersQuery, Order } from '../client/types.ts'
import { walletSecrets } from '../secrets/wallet-secrets.ts'
import { termsOf } from '../verify/verify-order.ts'
import { restoreSwaps } from './restore-swaps.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const owner = account.address
const solver: Address = `0x${'2'.repeat(40)}`
const registry: Address = `0x${'3'.repeat(40)}`
const token: Address = `0x${'4'.repeat(40)}`
const network = {
  chains: ['a', 'b'].map((chain, index) => ({ chain, chain_id: index + 1, registry_address: registry })),
  assets: ['a:usdc', 'b:usdc'].map((asset) => ({ asset, token_address: token })),
}

/** A wallet that records each signature that the user is asked for. */
function countingWallet() {
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method)
    const [, typedData] = params as [Address, string]
    return account.signTypedData(JSON.parse(typedData))
  }
  return {
    asked,
    wallet: createClient({ account: { address: owner, type: 'json-rpc' }, transport: custom({ request }) }),
  }
}

/** An open order of the owner. By the orderbook's clock, it was made `laterMs` after the swap was started. */
function orderOf(secret: Hex, { startedAtMs, laterMs }: { startedAtMs: number; laterMs: number }): Order {
  const side = (chain: 'a' | 'b', creator: Address, recipient: Address) => {
    const intent = {
      ...{ chain, asset: `${chain}:usdc`, token_address: token, creator, recipient, amount: '100' },
      ...{ registry_address: registry, l1_hop: false, hop_bridge_factory: null },
      commitment_hash: hashSecret(secret),
      cancel_after: 2_000_000_000 + (chain === 'a' ? 86_400 : 0),
    } as unknown as Order['source_intent']
    const vault = predictVault({ registry, chainId: chain === 'a' ? 1 : 2, terms: termsOf(intent) })
    return { ...intent, swap_id: vault }
  }
  return {
    ...{ order_id: `o-${startedAtMs}`, quote_id: `q-${startedAtMs}`, user_id: 'u', status: 'created' },
    created_at: new Date(startedAtMs + laterMs).toISOString(),
    source_intent: side('a', owner, solver),
    destination_intent: side('b', solver, owner),
  } as Order
}

/** An orderbook that lists these orders in pages, the newest first. */
function orderbookOf(orders: Order[]) {
  const asked: ListOrdersQuery[] = []
  const listOrders = async (query: ListOrdersQuery) => {
    asked.push(query)
    const from = Number(query.cursor ?? 0)
    const until = from + (query.limit ?? 20)
    const wanted = orders.filter(({ status }) => query.status?.split(',').includes(status) !== false)
    return { data: wanted.slice(from, until), next_cursor: until < wanted.length ? String(until) : null }
  }
  return { asked, client: { listOrders } as unknown as TandemClient }
}

afterEach(() => void jest.restoreAllMocks())

describe('restoreSwaps for the owner of many swaps', () => {
  it('asks the wallet twice and the orderbook for its open orders, and learns how far the clocks are apart', async () => {
    const maker = walletSecrets(createClient({ account, transport: custom({ request: async () => null }) }))
    const orders = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const startedAtMs = 1_700_000_000_000 + index * 60_000 + ((index * 37) % 100)
        const { secret } = await maker.make({ chainId: 1, owner, startedAtMs })
        return orderOf(secret, { startedAtMs, laterMs: 20_000 + ((index * 53) % 80) })
      }),
    )
    const over = orders.map((order) => ({ ...order, status: 'completed' as const }))
    const { asked: pages, client } = orderbookOf([...orders, ...over, ...over])
    const { asked: signatures, wallet } = countingWallet()
    const pauses = jest.spyOn(globalThis, 'setTimeout')
    const swaps = await restoreSwaps(
      { secrets: walletSecrets(wallet), owner, accept: () => true },
      { client, network, dangerouslyTrustServers: true, save: () => undefined },
    )
    expect(swaps).toHaveLength(200)
    // All swaps are of one month, so one signature finds them all.
    expect(signatures).toEqual(['eth_signTypedData_v4'])
    expect(pages).toHaveLength(2)
    // The search pauses after every 2,000 tries. If the first swap did not tell the clocks' difference, there would be
    // 4,000 pauses.
    expect(pauses.mock.calls.length).toBeLessThan(100)
  })

  it.each<[string, (order: Order) => object, string[]]>([
    [
      'on a chain that is not pinned',
      ({ source_intent }) => ({ source_intent: { ...source_intent, chain: 'z' } }),
      ['unverified'],
    ],
    [
      'of another chain than its asset',
      ({ source_intent }) => ({ source_intent: { ...source_intent, chain: 'b' } }),
      ['unverified'],
    ],
    [
      'whose creator is no address',
      ({ source_intent }) => ({ source_intent: { ...source_intent, creator: '0x1' } }),
      [],
    ],
    ['without a creator', ({ source_intent }) => ({ source_intent: { ...source_intent, creator: null } }), []],
    [
      'without a recipient',
      ({ destination_intent }) => ({ destination_intent: { ...destination_intent, recipient: null } }),
      [],
    ],
    ['without a source', () => ({ source_intent: null }), []],
    ['without a hash', ({ source_intent }) => ({ source_intent: { ...source_intent, commitment_hash: null } }), []],
    [
      'whose recipient is no address',
      ({ destination_intent }) => ({ destination_intent: { ...destination_intent, recipient: 'you' } }),
      ['other_recipient'],
    ],
    [
      'whose amount is no number',
      ({ destination_intent }) => ({
        destination_intent: {
          ...destination_intent,
          amount: 'all',
          l1_hop: true,
          final_chain: 'a',
          final_token_address: token,
          hop_relayer_fee: '1',
        },
      }),
      ['unverified'],
    ],
  ])('leaves out an order %s, and restores the others', async (_which, change, reasons) => {
    const maker = walletSecrets(createClient({ account, transport: custom({ request: async () => null }) }))
    const startedAtMs = 1_700_000_000_000
    const [first, second] = await Promise.all(
      [0, 1].map(async (index) => {
        const { secret } = await maker.make({ chainId: 1, owner, startedAtMs: startedAtMs + index })
        return orderOf(secret, { startedAtMs: startedAtMs + index, laterMs: 0 })
      }),
    )
    if (first === undefined || second === undefined) throw new Error('two orders were made')
    const skipped: string[] = []
    const swaps = await restoreSwaps(
      { secrets: maker, owner, accept: () => true, onSkipped: (_order, reason) => skipped.push(reason) },
      {
        client: orderbookOf([{ ...first, ...change(first) } as Order, second]).client,
        network: { ...network, assets: network.assets.map((one) => ({ ...one, decimals: 6 })) },
        dangerouslyTrustServers: true,
        save: () => undefined,
      },
    )
    expect([swaps.map(({ order }) => order.order_id), skipped]).toEqual([[second.order_id], reasons])
  })

  it('says that the clocks are apart where that hides a swap, and restores the others', async () => {
    const maker = walletSecrets(createClient({ account, transport: custom({ request: async () => null }) }))
    const orderAt = async (startedAtMs: number) =>
      orderOf((await maker.make({ chainId: 1, owner, startedAtMs })).secret, { startedAtMs, laterMs: 0 })
    const [past, future] = [await orderAt(1_700_000_000_000), await orderAt(Date.now() + 86_400_000)]
    const restore = (orders: Order[]) => {
      const skipped: string[] = []
      const restored = restoreSwaps(
        { secrets: maker, owner, accept: () => true, onSkipped: (_order, reason) => skipped.push(reason) },
        { client: orderbookOf(orders).client, network, dangerouslyTrustServers: true, save: () => undefined },
      )
      return restored.then((swaps) => [swaps.map(({ order }) => order.order_id), skipped])
    }
    expect(await restore([future, past])).toEqual([[past.order_id], ['unverified']])
    await expect(restore([future])).rejects.toMatchObject({ code: 'CLOCK_SKEWED' })
  })

  it('finds the next secret as well when its clock is another one', async () => {
    const maker = walletSecrets(createClient({ account, transport: custom({ request: async () => null }) }))
    const laterMs = [30_000, -5_000, 0]
    const orders = await Promise.all(
      laterMs.map(async (later, index) => {
        const startedAtMs = 1_700_000_000_000 + index
        const { secret } = await maker.make({ chainId: 1, owner, startedAtMs })
        return orderOf(secret, { startedAtMs, laterMs: later })
      }),
    )
    const swaps = await restoreSwaps(
      { secrets: maker, owner, accept: () => true },
      { client: orderbookOf(orders).client, network, dangerouslyTrustServers: true, save: () => undefined },
    )
    expect(swaps).toHaveLength(3)
  })
})

describe('restoreSwaps with an orderbook whose pages do not end', () => {
  const maker = walletSecrets(createClient({ account, transport: custom({ request: async () => null }) }))
  const restore = (client: TandemClient) =>
    restoreSwaps(
      { secrets: maker, owner, accept: () => true },
      { client, network, dangerouslyTrustServers: true, save: () => undefined },
    )

  it.each([
    ['a cursor that comes a second time', () => 'again', 2],
    ['a hundred pages', (page: number) => String(page), 100],
  ])('stops at %s', async (_name, cursorAfter, expected) => {
    let pages = 0
    const listOrders = async () => {
      // The test would hang here if the search did not stop by itself.
      if (pages >= 1_000) throw new Error('no end')
      pages += 1
      return { data: [], next_cursor: cursorAfter(pages) }
    }
    expect(await restore({ listOrders } as unknown as TandemClient)).toEqual([])
    expect(pages).toBe(expected)
  })
})
