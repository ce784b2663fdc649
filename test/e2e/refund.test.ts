/**
 * A maker that does not fill in time: the user has the money back within seconds, and the maker never pays as well.
 * Every endpoint is a plain full node, so the swaps whose depth is beyond the state that such nodes keep are tested
 * here as well.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts, assetOf, readBalance, type Stack, startStack } from '@tandem/devnet'
import { until } from '@tandem/local-services'
import { createClient, Swap } from '@tandem/sdk'
import { passFillBy } from '../support/fill-time.ts'
import { fullNodesOf } from '../support/full-node.ts'

let stack: Stack
let nodes: Awaited<ReturnType<typeof fullNodesOf<'devnet_a' | 'devnet_b' | 'devnet_l1'>>>
/** How deep facts must be, by an order's worth in US dollars. */
const deepSteps = [
  { from_usd: 20, confirmations: 130 },
  { from_usd: 50, confirmations: 240 },
]
beforeAll(async () => {
  nodes = await fullNodesOf(['devnet_a', 'devnet_b', 'devnet_l1'])
  const env = {
    RPC_URLS: JSON.stringify(Object.fromEntries(Object.entries(nodes.urls).map(([name, url]) => [name, [url]]))),
  }
  stack = await startStack({
    ports: nodes.ports,
    env: { orderbook: env, relayer: env, solver: env },
    network: (network) => ({
      ...network,
      // All assets have a price ceiling, because without one an order counts as the most valuable.
      assets: network.assets.map((asset) => ({ ...asset, usd_price_ceiling: asset.symbol === 'ETH' ? '4000' : '1' })),
      chains: network.chains.map((chain) => ({
        ...chain,
        confirmation_steps: chain.chain === 'devnet_l1' ? [] : deepSteps,
      })),
    }),
  })
})
afterAll(async () => {
  await stack?.stop()
  await nodes?.stop()
})

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
const balanceOf = (chain: 'devnet_a' | 'devnet_b', owner: 'user' | 'solver') =>
  readBalance(stack.chains[chain].user, assetOf(stack.network, `${chain}:usdc`), accounts[owner].address)

const startSwap = (sourceAmount = 10n ** 7n) =>
  Swap.start(
    {
      userId: 'refund',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    {
      client: client(),
      network: stack.network,
      evidence: {
        endpoints: Object.fromEntries(Object.entries(nodes.urls).map(([name, url]) => [name, [url]])),
      },
      save: () => undefined,
    },
  )
const initiate = (swap: Swap) =>
  swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })

// Must come first, because the tests of refunds move the chains' clocks ahead of the wallet's.
describe('a swap whose depth is beyond the state that the endpoints keep', () => {
  it.each([
    [130, 25_000_000n],
    [240, 60_000_000n],
  ])('of %s blocks completes', async (depth, amount) => {
    const chains = [stack.chains.devnet_a, stack.chains.devnet_b]
    const swap = await startSwap(amount)
    const running = swap.run({
      path: 'permit',
      wallet: stack.chains.devnet_a.user,
      destinationWallet: stack.chains.devnet_b.user,
      submitter: { by: 'relayer', client: client() },
      pollMs: 200,
    })
    let hasEnded = false
    const ending = running.finally(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      await Promise.all(chains.map(({ control }) => control.mine({ blocks: depth })))
      await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 3_000))])
    }
    const { outcome, unverified } = await ending
    expect([outcome, unverified]).toEqual(['completed', undefined])
  })
})

describe('an order whose maker died after the source was funded', () => {
  it('is refunded with the maker’s consent once the maker is back, long before cancel_after', async () => {
    await stack.solver.kill()
    const swap = await startSwap()
    const before = await balanceOf('devnet_a', 'user')
    await initiate(swap)
    await swap.waitFor(['source_initiated'], { pollMs: 100, timeoutMs: 180_000 })
    await passFillBy(stack, swap.order)
    await until(
      async () => (await client().getOrder(swap.order.order_id)).next_action?.action !== 'initiate_source',
      'what the refund is to do',
    )
    await stack.solver.restart()
    const order = await swap.waitFor(['cancelled'], { pollMs: 100, timeoutMs: 180_000 })
    const { timestamp } = await stack.chains.devnet_a.control.getBlock()
    expect(Number(timestamp)).toBeLessThan(order.source_intent.cancel_after)
    expect([order.destination_intent.status, await balanceOf('devnet_a', 'user')]).toEqual(['awaiting', before])
  })

  it('is refunded and never funded when its funding lay in the pool', async () => {
    const { control } = stack.chains.devnet_b
    // A first swap, so that the allowance is given before the tested funding.
    const filled = await startSwap()
    await initiate(filled)
    await filled.waitFor(['destination_initiated'], { pollMs: 100, timeoutMs: 180_000 })
    const paidOut = await balanceOf('devnet_b', 'solver')
    const before = await balanceOf('devnet_a', 'user')
    const swap = await startSwap()
    await control.setAutomine(false)
    await control.setIntervalMining({ interval: 0 })
    await initiate(swap)
    const sent = (blockTag: 'latest' | 'pending') =>
      control.getTransactionCount({ address: accounts.solver.address, blockTag })
    await until(async () => (await sent('pending')) > (await sent('latest')), 'what the refund is to do')
    await stack.solver.kill()
    // Our node forgets the funding, and another one may still have it.
    const fundingNonce = await sent('latest')
    await control.request({ method: 'anvil_dropAllTransactions' as never })
    await control.setAutomine(true)
    await control.setIntervalMining({ interval: 1 })
    await passFillBy(stack, swap.order)
    await stack.solver.restart()
    await swap.waitFor(['cancelled'], { pollMs: 100, timeoutMs: 180_000 })
    expect(await sent('latest')).toBeGreaterThan(fundingNonce)
    expect([await balanceOf('devnet_b', 'solver'), await balanceOf('devnet_a', 'user')]).toEqual([paidOut, before])
  })
})
