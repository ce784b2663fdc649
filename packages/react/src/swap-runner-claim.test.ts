import { afterEach, expect, it, jest } from '@jest/globals'
import { memoryStore, type Order, type SwapState, type TandemClient } from '@tandem/sdk'
import { createClient, custom, type Hex, pad, toHex } from 'viem'
import type { ConnectedWallet } from './connected-wallet.ts'
import { SwapRunner } from './swap-runner.ts'

afterEach(() => void jest.useRealTimers())

const address = (digit: string) => `0x${digit.repeat(40)}` as Hex
const [user, solver, registry, token] = ['1', '2', '3', '4'].map(address) as [Hex, Hex, Hex, Hex]
/** The escrow addresses that follow from the terms below. */
const vaults: { source: Hex; destination: Hex } = {
  source: '0x0A4623B4813fF8052e37e80101301831b9Fd2A14',
  destination: '0x9ac752be98652FfFcab756722F82154f63A5A0aC',
}
const commitment_hash = '0x02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc'
const shared = {
  token_address: token,
  commitment_hash,
  registry_address: registry,
  l1_hop: false,
  hop_bridge_factory: null,
}
const order = {
  ...{ order_id: 'o', quote_id: 'q', status: 'source_initiated' },
  source_intent: {
    ...{ ...shared, chain: 'a', asset: 'a:usdc', creator: user, recipient: solver, amount: '100' },
    ...{ cancel_after: 4_000_000_000, swap_id: vaults.source },
  },
  destination_intent: {
    ...{ ...shared, chain: 'b', asset: 'b:usdc', creator: solver, recipient: user, amount: '99' },
    ...{ cancel_after: 3_999_999_000, swap_id: vaults.destination },
  },
} as unknown as Order
const state = {
  ...{ secret: `0x${'11'.repeat(32)}`, userId: 'u', sourceAddress: user, destinationAddress: user, vaults, order },
  ...{ orderId: 'o', startedAt: 3_999_990_000 },
  quote: {
    ...{ quote_id: 'q', route_type: 'direct', expires_at: '2026-11-21T12:00:00.000Z' },
    ...{ source: { asset: 'a:usdc', amount: '100' }, destination: { asset: 'b:usdc', amount: '99' } },
  },
} as SwapState
const network = {
  chains: ['a', 'b'].map((chain, index) => ({
    ...{ chain, chain_id: index + 1, registry_address: registry, confirmations: 1, claim_safety_secs: 1 },
  })),
  assets: ['a:usdc', 'b:usdc'].map((asset) => ({ asset, token_address: token })),
}

/** A wallet on the destination's chain, where the escrow exists. When it is asked to send a transaction, it never answers. */
function silentWallet() {
  const asked: string[] = []
  const word = (value: Hex | bigint) => (typeof value === 'bigint' ? toHex(value, { size: 32 }) : pad(value))
  const block = { number: '0x64', hash: word(1n), timestamp: toHex(Math.floor(Date.now() / 1000)), transactions: [] }
  const callOf: Record<string, Hex> = {
    [selectors.vaultAddress]: word(vaults.destination),
    [selectors.stateOf]: word(0n),
  }
  const answers: Record<string, (params: readonly [{ data: Hex }]) => unknown> = {
    eth_chainId: () => '0x2',
    eth_getBlockByNumber: () => block,
    eth_getCode: () => '0x01',
    eth_call: ([{ data }]) => callOf[data.slice(0, 10)] ?? word(99n),
  }
  const request = async ({ method, params }: { method: string; params: readonly [{ data: Hex }] }) => {
    asked.push(method)
    return answers[method]?.(params) ?? new Promise(() => undefined)
  }
  const wallet = createClient({ account: user, transport: custom({ request }) })
  return { wallet: { wallet } as unknown as ConnectedWallet, asked }
}
/**
 * Lets time pass until something has happened, or so long that it never will. The SDK imports parts of itself when it first needs
 * them, and the stopped clock does not wait for them.
 */
async function passUntil(hasHappened: () => boolean): Promise<void> {
  for (let step = 0; step < 20_000 && !hasHappened(); step++) {
    await import('@tandem/sdk')
    await jest.advanceTimersByTimeAsync(100)
  }
}
const selectors = { vaultAddress: '0xec95a46b', stateOf: '0x02135219' }

it('lets the running swap take over a claim that its user begins', async () => {
  jest.useFakeTimers()
  const store = memoryStore()
  await store.save(state)
  const client = { getOrder: async () => order, openOrderStream: () => Promise.reject(new Error('none')) }
  const swaps = new SwapRunner({
    ...{ network, store, evidence: { endpoints: {} } },
    client: client as unknown as TandemClient,
  })
  await swaps.load()
  const key = swaps.views()[0]?.key ?? ''
  const { wallet, asked } = silentWallet()
  swaps.resume(key, { wallet, path: 'prefunded', initiates: false })
  const step = () => swaps.views()[0]?.step
  await passUntil(() => step() === 'waiting_for_market_maker')
  expect(step()).toBe('waiting_for_market_maker')
  void swaps.claimOnHub(key, wallet)
  await passUntil(() => asked.includes('eth_sendTransaction') && step() !== 'waiting_for_market_maker')
  expect([asked.includes('eth_sendTransaction'), step()]).toEqual([true, 'ensuring_claim'])
})
