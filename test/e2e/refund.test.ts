/** A maker that does not fill in time: the user has the money back in seconds, and the maker never pays for it as well. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts, assetOf, readBalance, type Stack, startStack } from '@tandem/devnet'
import { until } from '@tandem/local-services'
import { createClient, Swap } from '@tandem/sdk'
import { passFillBy } from '../support/fill-time.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(async () => {
  await stack?.stop()
})

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
const balanceOf = (chain: 'devnet_a' | 'devnet_b', owner: 'user' | 'solver') =>
  readBalance(stack.chains[chain].user, assetOf(stack.network, `${chain}:usdc`), accounts[owner].address)

const startSwap = () =>
  Swap.start(
    {
      userId: 'refund',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 10n ** 7n,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    {
      client: client(),
      network: stack.network,
      evidence: {
        endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
      },
      save: () => undefined,
    },
  )
const initiate = (swap: Swap) =>
  swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })

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
    // The allowance comes before the first funding.
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
    // The node forgets the funding; another one may have it still.
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
