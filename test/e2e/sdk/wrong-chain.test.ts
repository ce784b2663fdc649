/** The wallet is on another chain than the order's. Nothing may be signed, sent or believed there. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts } from '@tandem/devnet'
import { SwapRunner } from '@tandem/react'
import { type InitiationPath, initiationPaths, memoryStore, Swap } from '@tandem/sdk'
import { type Address, createClient, custom, type EIP1193RequestFn, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { initiate } from '../../../packages/sdk/src/initiate/initiate.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

const symbols: Record<InitiationPath, string> = {
  ...{ prefunded: 'usdc', native: 'eth', permit: 'usdc', signed: 'dai' },
  ...{ permit2: 'dai', eip3009: 'usdc' },
}
const amounts: Record<InitiationPath, bigint> = {
  prefunded: 25_000_000n,
  native: 10n ** 18n,
  permit: 25_000_000n,
  signed: 10n ** 19n,
  permit2: 10n ** 19n,
  eip3009: 25_000_000n,
}

function startSwap(path: InitiationPath) {
  const { client } = inMemoryServices(chains)
  const { network } = chains
  return Swap.start(
    {
      userId: 'u',
      sourceAsset: `devnet_a:${symbols[path]}`,
      destinationAsset: `devnet_b:${symbols[path]}`,
      sourceAmount: amounts[path],
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    { client, network, save: () => undefined },
  )
}

const holdings = async ({ control }: TestChain) => {
  const tokens = chains.network.assets.filter(({ asset }) => /devnet_a:(usdc|dai)/.test(asset))
  const address = accounts.user.address
  return Promise.all([
    control.getBalance({ address }),
    control.getTransactionCount({ address }),
    ...tokens.map(({ token_address }) =>
      control.readContract({
        address: token_address as Address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ),
  ])
}

/** An injected wallet as browsers have them. It signs for its own chain, and can be asked to switch. */
function injectedWallet(startOn: TestChain, { switches = true } = {}) {
  let on = startOn
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method)
    if (method === 'wallet_switchEthereumChain') {
      const [{ chainId }] = params as [{ chainId: Hex }]
      const wanted = [chains.a, chains.b].find(({ anvil }) => anvil.chainId === Number(chainId))
      if (switches && wanted !== undefined) on = wanted
      return null
    }
    // anvil holds the keys of its own accounts.
    return on.control.request({ method, params } as never)
  }
  const account = { address: accounts.user.address, type: 'json-rpc' } as const
  const wallet = createClient({
    account,
    transport: custom({ request: request as EIP1193RequestFn }),
    pollingInterval: 50,
  })
  return { wallet, asked }
}
/** A wallet that takes several calls at once. With a small `maxCalls`, it breaks its promise that they are atomic. */
function batchingWallet(on: TestChain, { maxCalls = 9 }: { maxCalls?: number } = {}) {
  const { wallet, asked } = injectedWallet(on)
  const batches: { calls: { to: Address; data: Hex }[] }[] = []
  const receipts: unknown[] = []
  const answers: Record<string, (params: unknown) => unknown> = {
    wallet_getCapabilities: () => ({ [`0x${(31_401).toString(16)}`]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async (params) => {
      const [batch] = params as typeof batches
      if (batch === undefined) throw new Error('no batch')
      batches.push(batch)
      for (const { to, data } of batch.calls.slice(0, maxCalls)) {
        const sent = { from: accounts.user.address, to, data }
        const hash = await on.control.request({ method: 'eth_sendTransaction', params: [sent] } as never)
        await on.control.waitForTransactionReceipt({ hash })
        receipts.push(await on.control.request({ method: 'eth_getTransactionReceipt', params: [hash] }))
      }
      return { id: '0x01' }
    },
    wallet_getCallsStatus: () => {
      const isWhole = receipts.length === batches[0]?.calls.length
      return { version: '2.0.0', id: '0x01', chainId: '0x7aa9', status: isWhole ? 200 : 600, atomic: true, receipts }
    },
  }
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer = answers[method]
    if (answer === undefined) return wallet.request({ method, params } as never)
    asked.push(method)
    return answer(params)
  }
  const batching = createClient({
    account: wallet.account,
    transport: custom({ request: request as EIP1193RequestFn }),
    pollingInterval: 50,
  })
  return { wallet: batching, asked, batches }
}

const wrong = {
  code: 'WRONG_CHAIN',
  details: { wanted_chain: 'devnet_a', wanted_chain_id: 31_401, given_chain_id: 31_402 },
}

describe('a wallet on the destination chain', () => {
  it.each(initiationPaths)('initiates nothing by %s, and is told which chain is wanted', async (path) => {
    const swap = await startSwap(path)
    const before = await holdings(chains.b)
    const { wallet, asked } = injectedWallet(chains.b)
    await expect(swap.initiate(path, wallet, { by: 'wallet' })).rejects.toMatchObject(wrong)
    expect(asked).toEqual(['eth_chainId'])
    expect(await holdings(chains.b)).toEqual(before)
  })

  it('cancels nothing, and says so instead of giving a hash', async () => {
    const swap = await startSwap('prefunded')
    await expect(swap.refund(chains.b.user)).rejects.toMatchObject(wrong)
  })

  it('on the source chain claims nothing', async () => {
    const swap = await startSwap('prefunded')
    await expect(swap.claimOnHub(chains.a.user)).rejects.toMatchObject({ code: 'WRONG_CHAIN' })
  })

  it('is switched where the application asks for it, and the step goes on', async () => {
    const swap = await startSwap('native')
    const { wallet, asked } = injectedWallet(chains.b)
    const done = await swap.initiate('native', wallet, { by: 'wallet' }, { switchChain: true })
    expect(done).toMatchObject({ shown: 'created' })
    expect(asked).toContain('wallet_switchEthereumChain')
  })

  it('that says it switched and did not is still refused', async () => {
    const swap = await startSwap('native')
    const { wallet } = injectedWallet(chains.b, { switches: false })
    const stubborn = swap.initiate('native', wallet, { by: 'wallet' }, { switchChain: async () => undefined })
    await expect(stubborn).rejects.toMatchObject(wrong)
  })
})

/** Runs two swaps in both directions at once, so that each needs the wallet on another chain. */
async function runBothWays(wallet: ReturnType<typeof injectedWallet>['wallet']) {
  let isOver = false
  const gone = { status: 404, code: 'ORDER_NOT_FOUND', retryable: false }
  // The run of an order that is gone ends.
  const { client } = inMemoryServices(chains, { order: (order) => (isOver ? (gone as never) : order) })
  const runner = new SwapRunner({ client, network: chains.network, evidence: { endpoints: {} }, store: memoryStore() })
  const request = { userId: 'u', sourceAmount: 10n ** 16n, minReceived: 1n, sourceAddress: accounts.user.address }
  const started = await Promise.all(
    [
      ['devnet_a:eth', 'devnet_b:eth'],
      ['devnet_b:eth', 'devnet_a:eth'],
    ].map(([sourceAsset = '', destinationAsset = '']) =>
      runner.start(
        { ...request, sourceAsset, destinationAsset, destinationAddress: accounts.user.address },
        { wallet: { wallet, switchChain: true }, path: 'native' },
      ),
    ),
  )
  const until = async (isReached: (view: ReturnType<SwapRunner['views']>[number]) => boolean) => {
    while (!runner.views().every(isReached)) await new Promise((resolve) => setTimeout(resolve, 20))
    return runner.views()
  }
  const views = await until(({ phase, step }) => phase === 'failed' || (step !== undefined && step !== 'initiating'))
  isOver = true
  await until(({ phase }) => phase !== 'running')
  return { started, views }
}

describe('two swaps of one wallet that run at once in a page', () => {
  it('take turns: neither moves the wallet to another chain during a step of the other', async () => {
    const { wallet, asked } = injectedWallet(chains.b)
    const { started, views } = await runBothWays(wallet)
    expect(new Set(started).size).toBe(2)
    expect(views.map(({ phase, error }) => ({ phase, error }))).toEqual([
      { phase: 'running', error: undefined },
      { phase: 'running', error: undefined },
    ])
    expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2)
  })
})

describe('a wallet that lies about its chain', () => {
  /** A wallet that names `devnet_a`, and asks `devnet_b`. */
  const lying = () =>
    createClient({
      account: { address: accounts.user.address, type: 'json-rpc' },
      transport: custom({
        request: async (call: { method: string; params?: unknown }) =>
          call.method === 'eth_chainId' ? '0x7aa9' : chains.b.control.request(call as never),
      }),
      pollingInterval: 50,
    })

  it('is found out by what the chain shows: a transfer that reached no escrow is no initiation', async () => {
    const swap = await startSwap('prefunded')
    const { wallet } = { wallet: lying() }
    // The registry and the token have the same addresses on both chains, so only the escrow's address tells.
    await expect(swap.initiate('prefunded', wallet, { by: 'wallet' })).rejects.toThrow()
    expect((await swap.refund(chains.a.user)).shown).toBe('nothing')
  })
})

describe('a step on the right chain', () => {
  it.each(initiationPaths)(
    '%s by the wallet says what the chain shows, and when repeated sends nothing',
    async (path) => {
      const swap = await startSwap(path)
      const first = await swap.initiate(path, chains.a.user, { by: 'wallet' })
      expect(first).toMatchObject({ path, shown: 'created' })
      expect(await swap.initiate(path, chains.a.user, { by: 'wallet' })).toEqual({
        path,
        walletTxHashes: [],
        createTxHash: null,
        shown: 'created',
      })
    },
  )

  it.each(['prefunded', 'signed'] as const)(
    '%s by a wallet that sends calls together (EIP-5792) asks its user once',
    async (path) => {
      const swap = await startSwap(path)
      const { wallet, asked, batches } = batchingWallet(chains.a)
      const first = await swap.initiate(path, wallet, { by: 'wallet' })
      expect(first).toMatchObject({ path, shown: 'created', walletTxHashes: [expect.any(String), expect.any(String)] })
      expect(batches).toMatchObject([{ atomicRequired: true, chainId: '0x7aa9', calls: [{}, {}] }])
      expect(asked).not.toContain('eth_sendTransaction')
      expect(await swap.initiate(path, wallet, { by: 'wallet' })).toMatchObject({
        shown: 'created',
        walletTxHashes: [],
      })
      expect(batches).toHaveLength(1)
    },
  )

  it('that sent only a part of a batch is ended by another wallet, and pays once', async () => {
    const swap = await startSwap('prefunded')
    const before = await holdings(chains.a)
    const { wallet } = batchingWallet(chains.a, { maxCalls: 1 })
    await expect(swap.initiate('prefunded', wallet, { by: 'wallet' })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTED',
    })
    expect(await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })).toMatchObject({ shown: 'created' })
    const after = await holdings(chains.a)
    const spent = before.slice(2).map((held, index) => BigInt(held) - BigInt(after[index + 2] ?? 0))
    expect(spent.filter((amount) => amount !== 0n)).toEqual([amounts.prefunded])
  })

  it('says that a vault is funded when only the relayer is left to create it', async () => {
    const swap = await startSwap('prefunded')
    const client = { createInitiation: async () => ({}) }
    const done = await swap.initiate('prefunded', chains.a.user, { by: 'relayer', client: client as never })
    expect(done).toMatchObject({ shown: 'funded', createTxHash: null })
    expect(await swap.refund(chains.a.user)).toMatchObject({ shown: 'recovered', amount: 25_000_000n })
    expect(await swap.refund(chains.a.user)).toEqual({ txHash: null, amount: 0n, shown: 'cancelled' })
  })
})

describe('money that came to the source vault', () => {
  const usdc = () => {
    const asset = chains.network.assets.find((one) => one.asset === 'devnet_a:usdc')
    return asset?.token_address as Address
  }
  /** Pays without the SDK, as an exchange or another wallet would. */
  const deposit = async (swap: Swap, value: bigint) => {
    const args = [swap.order.source_intent.swap_id as Address, value] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await mined({ to: usdc(), data })
  }
  const mined = async (transaction: { to: Address; data?: Hex; value?: bigint }) => {
    const hash = await chains.a.user.sendTransaction(transaction)
    await chains.a.control.waitForTransactionReceipt({ hash })
  }
  const shownOf = async (swap: Swap) => {
    const { shown, amount } = await swap.refund(chains.a.user)
    return { shown, amount }
  }

  it('too little is filled up by the next initiation', async () => {
    const swap = await startSwap('prefunded')
    await deposit(swap, 10_000_000n)
    const done = await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
    expect(done.shown).toBe('created')
    expect(done.walletTxHashes).toHaveLength(2)
  })

  it('too little is given back whole', async () => {
    const swap = await startSwap('prefunded')
    await deposit(swap, 10_000_000n)
    expect(await shownOf(swap)).toEqual({ shown: 'recovered', amount: 10_000_000n })
    expect((await shownOf(swap)).shown).toBe('cancelled')
  })

  it('late, after the vault has settled, is given back again and again', async () => {
    const swap = await startSwap('prefunded')
    await deposit(swap, 25_000_000n)
    await shownOf(swap)
    for (const amount of [7n, 8n]) {
      await deposit(swap, amount)
      expect(await shownOf(swap)).toEqual({ shown: 'swept', amount })
    }
    expect((await shownOf(swap)).shown).toBe('cancelled')
  })

  it('in the native token, which the escrow does not use, is given back', async () => {
    const swap = await startSwap('prefunded')
    const vault = swap.order.source_intent.swap_id as Address
    await mined({ to: vault, value: 5n })
    await swap.refund(chains.a.user)
    await swap.refund(chains.a.user)
    expect(await chains.a.control.getBalance({ address: vault })).toBe(0n)
  })
})

describe('a source that nothing can match any more', () => {
  it.each(initiationPaths)('is not funded by %s, on the wallet or the relayer', async (path) => {
    const { network } = chains
    for (const [secsLeft, code] of [
      [-984, 'ORDER_EXPIRED'],
      [60, 'TOO_LATE'],
    ] as const) {
      const swap = await startSwap(path)
      const order = { ...swap.order, destination_intent: { ...swap.order.destination_intent } }
      order.destination_intent.cancel_after = Math.floor(Date.now() / 1000) + secsLeft
      const [chain, destination] = network.chains
      if (chain === undefined || destination === undefined) throw new Error('two chains')
      const before = await holdings(chains.a)
      const client = { createInitiation: () => Promise.reject(new Error('asked')) } as never
      for (const submitter of [{ by: 'wallet' }, { by: 'relayer', client }] as const)
        await expect(
          initiate(order, path, { wallet: chains.a.user, submitter, chain, destination }),
        ).rejects.toMatchObject({ code })
      expect(await holdings(chains.a)).toEqual(before)
    }
  })
})
