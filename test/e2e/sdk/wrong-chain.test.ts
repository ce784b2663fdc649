/** A wallet on another chain than the order's: nothing may be signed, sent or believed there. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts } from '@tandem/devnet'
import { type InitiationPath, initiationPaths, Swap } from '@tandem/sdk'
import { type Address, createClient, custom, type EIP1193RequestFn, erc20Abi } from 'viem'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
}, 60_000)
afterAll(() => chains?.stop())

const symbols: Record<InitiationPath, string> = { prefunded: 'usdc', native: 'eth', permit: 'usdc', signed: 'dai' }
const amounts: Record<InitiationPath, bigint> = {
  prefunded: 25_000_000n,
  native: 10n ** 18n,
  permit: 25_000_000n,
  signed: 10n ** 19n,
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

/** An injected wallet as browsers have them: it signs for its own chain, and can be asked to switch. */
function injectedWallet(startOn: TestChain, switchesTo?: TestChain) {
  let on = startOn
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method)
    if (method === 'wallet_switchEthereumChain') {
      if (switchesTo !== undefined) on = switchesTo
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
    await expect(swap.cancel(chains.b.user)).rejects.toMatchObject(wrong)
  })

  it('on the source chain claims nothing', async () => {
    const swap = await startSwap('prefunded')
    await expect(swap.claimOnHub(chains.a.user)).rejects.toMatchObject({ code: 'WRONG_CHAIN' })
  })

  it('is switched where the application asks for it, and the step goes on', async () => {
    const swap = await startSwap('native')
    const { wallet, asked } = injectedWallet(chains.b, chains.a)
    const done = await swap.initiate('native', wallet, { by: 'wallet' }, { switchChain: true })
    expect(done).toMatchObject({ shown: 'created' })
    expect(asked).toContain('wallet_switchEthereumChain')
  })

  it('that says it switched and did not is still refused', async () => {
    const swap = await startSwap('native')
    const { wallet } = injectedWallet(chains.b)
    const stubborn = swap.initiate('native', wallet, { by: 'wallet' }, { switchChain: async () => undefined })
    await expect(stubborn).rejects.toMatchObject(wrong)
  })
})

describe('a wallet that lies about its chain', () => {
  /** It says `devnet_a`, and asks `devnet_b`. */
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
    // The registry and the token stand at the same addresses on both chains, so only the escrow's address tells.
    await expect(swap.initiate('prefunded', wallet, { by: 'wallet' })).rejects.toThrow()
    expect((await swap.refund(chains.a.user)).shown).toBe('nothing')
  })
})

describe('a step on the right chain', () => {
  it.each(['native', 'prefunded', 'permit', 'signed'] as const)(
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

  it('says that a vault is funded when only the relayer is left to create it', async () => {
    const swap = await startSwap('prefunded')
    const client = { createInitiation: async () => ({}) }
    const done = await swap.initiate('prefunded', chains.a.user, { by: 'relayer', client: client as never })
    expect(done).toMatchObject({ shown: 'funded', createTxHash: null })
    expect(await swap.refund(chains.a.user)).toMatchObject({ shown: 'recovered', amount: 25_000_000n })
    expect(await swap.refund(chains.a.user)).toEqual({ txHash: null, amount: 0n, shown: 'cancelled' })
  })
})
