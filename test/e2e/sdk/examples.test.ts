/** Runs the examples of the docs as they are, and many swaps at once, on one stack. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts, type Stack, startStack } from '@tandem/devnet'
import { createClient, type Order, Swap, type SwapOptions, type SwapRequest } from '@tandem/sdk'
import { swapNative } from '../../../packages/examples/src/native.ts'
import { swapByPermit } from '../../../packages/examples/src/permit.ts'
import { swapByPrefunding } from '../../../packages/examples/src/prefunded.ts'
import { takeBack } from '../../../packages/examples/src/refund.ts'
import { swapBySignature } from '../../../packages/examples/src/signed.ts'
import { fundUser } from '../../support/funded-user.ts'
import { runManySwaps } from '../../support/many-swaps.ts'
import { type ExampleRun, endpointsOf, runExampleFile, servePins } from '../../support/run-example.ts'

let stack: Stack
let folder: string
beforeAll(async () => {
  stack = await startStack()
  folder = mkdtempSync(join(tmpdir(), 'tandem-examples-'))
  chmodSync(folder, 0o700)
  writeFileSync(join(folder, 'key'), accounts.user.privateKey, { mode: 0o600 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await stack?.stop()
})

const options = (): SwapOptions => ({
  client: createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl }),
  network: stack.network,
  evidence: { endpoints: endpointsOf(stack) },
  save: () => undefined,
})
const request = (symbol: string, sourceAmount: bigint): SwapRequest => ({
  userId: 'examples',
  sourceAsset: `devnet_a:${symbol}`,
  destinationAsset: `devnet_b:${symbol}`,
  sourceAmount,
  minReceived: 1n,
  sourceAddress: accounts.user.address,
  destinationAddress: accounts.user.address,
})
const dai = 5n * 10n ** 18n

/** Runs an example with a user of its own. */
async function runExample(example: typeof swapNative, symbol: string, amount: bigint): Promise<Order> {
  const { account, wallets } = await fundUser(stack, `devnet_a:${symbol}`, amount)
  const wanted = { ...request(symbol, amount), sourceAddress: account.address, destinationAddress: account.address }
  return example(wanted, options(), { wallet: wallets.devnet_a, recipient: wallets.devnet_b })
}

const runNode = (): ExampleRun =>
  runExampleFile('node.ts', folder, {
    ORDERBOOK_URL: stack.baseUrl,
    RELAYER_URL: stack.relayerUrl,
    NETWORK_FILE: stack.networkFile,
    RPC_URLS: JSON.stringify(endpointsOf(stack)),
    PRIVATE_KEY_FILE: join(folder, 'key'),
    STATE_FOLDER: join(folder, 'swaps'),
  })

describe('the program of the README', () => {
  it('completes a swap', async () => {
    const pins = await servePins(stack)
    const program = runExampleFile('first-swap.ts', folder, { PAGE_URL: pins.url })
    await program.ended
    pins.close()
    expect(program.output()).toMatch(/\ncompleted\n$/)
  })
})

describe('the programs of the pages on quotes and on lists', () => {
  const outputOf = async (file: string, env: Record<string, string>) => {
    const program = runExampleFile(file, folder, env)
    await program.ended
    return program.output()
  }

  it('show a quote with its fees, and list the orders of a user', async () => {
    const pins = await servePins(stack)
    const quote = await outputOf('show-quote.ts', { PAGE_URL: pins.url })
    pins.close()
    expect(quote.split('\n').slice(0, 3)).toEqual([
      'You pay      25 USDC',
      'You receive  24.975 USDC',
      'Fee          0.025 USDC (0.1 %), included',
    ])
    expect(quote).toContain('Valid until')

    const user = { ...request('usdc', 5_000_000n), userId: 'lists' }
    const made = []
    for (let count = 0; count < 2; count += 1) made.push((await Swap.start(user, options())).order.order_id)
    const urls = { ORDERBOOK_URL: stack.baseUrl, RELAYER_URL: stack.relayerUrl }
    const list = await outputOf('list-orders.ts', { ...urls, USER_ID: user.userId })
    expect(list.match(/[0-9a-f-]{36} created/g)).toEqual(made.reverse().map((id) => `${id} created`))
  })
})

describe('the quickstart for Node', () => {
  it('goes on with its swap when it was killed, and ends it', async () => {
    const first = runNode()
    while (!first.output().includes('waiting_for_market_maker') && first.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20))
    first.child.kill('SIGKILL')
    await first.ended
    const second = runNode()
    await second.ended
    expect(second.output()).toContain('outcome: completed')
    expect(`${first.output()}${second.output()}`).not.toContain('rror')
  })
})

describe('the example of each user experience', () => {
  it('completes a swap', async () => {
    const orders = await Promise.all([
      runExample(swapByPrefunding, 'dai', dai),
      runExample(swapNative, 'eth', 10n ** 16n),
      runExample(swapByPermit, 'usdc', 5_000_000n),
      // DAI has no permits, so the example falls back to the signed authorization.
      runExample(swapByPermit, 'dai', dai),
      runExample(swapBySignature, 'dai', dai),
    ])
    expect(orders.map(({ status }) => status)).toEqual(Array(5).fill('completed'))
  })

  it('takes back what was sent to a vault and never became an escrow, and says when it is too early', async () => {
    const wallet = stack.chains.devnet_a.user
    const swap = await Swap.start(request('eth', 10n ** 16n), options())
    expect(await takeBack(swap.state, options(), wallet)).toMatchObject({ txHash: null, shown: 'nothing' })
    await stack.solver.stop()
    await swap.initiate('native', wallet, { by: 'wallet' })
    expect(await takeBack(swap.state, options(), wallet)).toBeUndefined()
    await stack.solver.restart()
  })
})

// Must be the last test, because it moves the clocks of the chains.
describe('24 swaps at once, on every path and over the bridge', () => {
  it('are completed, or refunded where they were abandoned, and all balances add up', async () => {
    const { faults, completed, crashes } = await runManySwaps(stack, 24)
    expect(faults).toEqual([])
    expect(completed).toBe(18)
    expect(crashes).toBeGreaterThan(0)
  })
})
