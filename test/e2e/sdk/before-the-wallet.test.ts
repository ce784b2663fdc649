/**
 * Problems that are found before a wallet is asked for anything. Each has its own code, and nothing was signed or sent.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { permit2Address } from '@tandem/escrow'
import {
  type CreateInitiation,
  type InitiationPath,
  Swap,
  type TandemClient,
  type Wallet,
  walletSecrets,
} from '@tandem/sdk'
import { type Address, createClient, custom, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { daiFactory, daiFactoryAbi } from '../../../packages/escrow/scripts/real-tokens.ts'
import { compiledContract } from '../../support/compiled-contract.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { startTwoChains, type TwoChains, walletOn } from '../../support/two-chains.ts'
import { evidenceOf } from '../../support/usdc-swap.ts'

const tokens = 'forge-test/support/Tokens.sol'
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const amount = 25_000_000n

let chains: TwoChains
/**
 * A token with USDT's rule for allowances, one with Dai's permit, and one that refuses every transfer once it is
 * paused.
 */
let usdt: Address
let dai: Address
let blacklist: Address
beforeAll(async () => {
  chains = await startTwoChains()
  usdt = await deploy(compiledContract(tokens, 'UsdtLike'))
  blacklist = await deploy(compiledContract(tokens, 'BlacklistToken'))
  const factory = await deploy(daiFactory())
  const newDai = {
    address: factory,
    abi: daiFactoryAbi,
    functionName: 'newDai',
    args: [BigInt(chains.a.anvil.chainId)],
  } as const
  const { result } = await chains.a.control.simulateContract({ ...newDai, account: chains.a.solver.account })
  dai = result
  await mined(await chains.a.solver.writeContract(newDai))
})
afterAll(() => chains?.stop())

const mined = (hash: Hex) => chains.a.control.waitForTransactionReceipt({ hash })

async function deploy(bytecode: Hex): Promise<Address> {
  const { contractAddress } = await mined(await chains.a.solver.deployContract({ abi: [], bytecode }))
  if (contractAddress == null) throw new Error('the contract was not deployed')
  return contractAddress
}

/** Makes a new account that holds this much of the native token, and this much of a token if one is named. */
async function anAccount({ gas = 0n, token, held = amount }: { gas?: bigint; token?: Address; held?: bigint } = {}) {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  if (gas > 0n) await chains.a.control.setBalance({ address, value: gas })
  if (token !== undefined)
    await mined(
      await chains.a.solver.writeContract({
        address: token,
        abi: mintAbi,
        functionName: 'mint',
        args: [address, held],
      }),
    )
  return { key, address }
}

const usdcOf = () => tokenOf('usdc')
const tokenOf = (symbol: string) =>
  chains.network.assets.find(({ asset }) => asset === `devnet_a:${symbol}`)?.token_address as Address

/** A wallet of this key that counts what it is asked to sign and to send. */
function countingWallet(key: Hex) {
  const real = walletOn(chains.a.anvil.rpcUrl, chains.a.anvil.chainId, key)
  const asked: string[] = []
  const count = <T extends (...given: never[]) => unknown>(name: string, step: T): T =>
    ((...given: never[]) => {
      asked.push(name)
      return step(...given)
    }) as T
  const { account } = real
  const counted = {
    ...account,
    signTypedData: count('signature', account.signTypedData),
    signTransaction: count('transaction', account.signTransaction),
  }
  const transport = custom({ request: (given: never) => real.request(given) }, { retryCount: 0 })
  return {
    asked,
    wallet: createClient({ account: counted, chain: real.chain, transport, pollingInterval: 50 }) as Wallet,
  }
}

const request = {
  userId: 'u',
  sourceAsset: 'devnet_a:usdc',
  destinationAsset: 'devnet_b:usdc',
  sourceAmount: amount,
  minReceived: 1n,
}

/** Starts a swap of this account's USDC, or of another token. It records what the relayer gets. */
async function aSwap(
  address: Address,
  { token = usdcOf(), symbol = 'usdc' }: { token?: Address; symbol?: string } = {},
) {
  const asset = `devnet_a:${symbol}`
  const assets = chains.network.assets.map((one) => (one.asset === asset ? { ...one, token_address: token } : one))
  const network = { ...chains.network, assets }
  const { client } = inMemoryServices({ ...chains, network })
  const swap = await Swap.start(
    {
      ...request,
      sourceAsset: asset,
      destinationAsset: `devnet_b:${symbol}`,
      sourceAddress: address,
      destinationAddress: address,
    },
    { client, network, save: () => undefined },
  )
  const handed: CreateInitiation[] = []
  const createInitiation = async (body: CreateInitiation) => void handed.push(body)
  const relayer = { by: 'relayer', client: { ...client, createInitiation } as unknown as TandemClient } as const
  return { swap, relayer, handed }
}

const codeOf = (step: Promise<unknown>) =>
  step.then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code,
  )

describe('an account with too few tokens', () => {
  it.each<[InitiationPath, string]>([
    ['prefunded', 'usdc'],
    ['permit', 'usdc'],
    ['signed', 'usdc'],
    ['permit2', 'usdc'],
    ['eip3009', 'usdc'],
    ['native', 'eth'],
  ])('is told so by %s, and asked for nothing', async (path, symbol) => {
    const { key, address } = await anAccount()
    const { asked, wallet } = countingWallet(key)
    const { swap, relayer } = await aSwap(address, { token: tokenOf(symbol), symbol })
    for (const submitter of path === 'native' ? [{ by: 'wallet' } as const] : [relayer, { by: 'wallet' } as const])
      await expect(swap.initiate(path, wallet, submitter)).rejects.toMatchObject({
        code: 'INSUFFICIENT_TOKENS',
        retryable: false,
        details: { held: '0', required: String(amount) },
      })
    expect(asked).toEqual([])
  })

  it('ends its run at once, with a sentence in the amounts that people know', async () => {
    const { key, address } = await anAccount({ token: usdcOf(), held: 5_000_000n })
    const { asked, wallet } = countingWallet(key)
    const { swap, relayer } = await aSwap(address)
    await expect(swap.run({ path: 'permit', wallet, submitter: relayer })).rejects.toThrow(
      `${address} holds 5 devnet_a:usdc, and the swap takes 25 devnet_a:usdc: send it the rest, or swap less`,
    )
    expect([asked, swap.fundableUntil]).toEqual([[], 0])
  })

  it('is told so before there is an order, and before a wallet is asked for a secret', async () => {
    const { key, address } = await anAccount()
    const { asked, wallet } = countingWallet(key)
    const { client } = inMemoryServices(chains)
    const options = { client, network: chains.network, evidence: evidenceOf(chains), save: () => undefined }
    const asking = { ...request, sourceAddress: address, destinationAddress: address }
    expect(await codeOf(Swap.start(asking, { ...options, secrets: walletSecrets(wallet) }))).toBe('INSUFFICIENT_TOKENS')
    expect(asked).toEqual([])
    // Without a wallet, the escrow may be paid from elsewhere.
    expect(await codeOf(Swap.start(asking, options))).toBeUndefined()
  })
})

describe('an account with tokens and too little gas money', () => {
  it.each<InitiationPath>(['prefunded', 'signed', 'permit2'])('is told so by %s', async (path) => {
    const { key, address } = await anAccount({ token: usdcOf(), gas: 1_000n })
    const { asked, wallet } = countingWallet(key)
    const { swap, relayer } = await aSwap(address)
    await expect(swap.initiate(path, wallet, relayer)).rejects.toMatchObject({
      code: 'INSUFFICIENT_GAS',
      retryable: false,
    })
    expect(asked).toEqual([])
  })

  it('is told so of the native token, whose amount leaves nothing for gas', async () => {
    const { key, address } = await anAccount({ gas: amount })
    const { asked, wallet } = countingWallet(key)
    const { swap } = await aSwap(address, { token: tokenOf('eth'), symbol: 'eth' })
    expect(await codeOf(swap.initiate('native', wallet, { by: 'wallet' }))).toBe('INSUFFICIENT_GAS')
    expect(asked).toEqual([])
  })

  it.each<InitiationPath>(['permit', 'eip3009'])('needs none for %s by the relayer', async (path) => {
    const { key, address } = await anAccount({ token: usdcOf() })
    const { wallet } = countingWallet(key)
    const { swap, relayer, handed } = await aSwap(address)
    await swap.initiate(path, wallet, relayer)
    expect(handed).toMatchObject([{ type: path }])
    const other = await aSwap(address)
    expect(await codeOf(other.swap.initiate(path, wallet, { by: 'wallet' }))).toBe('INSUFFICIENT_GAS')
  })
})

it('a token whose permit is of another kind is refused before the wallet signs', async () => {
  const { key, address } = await anAccount({ token: dai })
  const { asked, wallet } = countingWallet(key)
  const { swap, relayer } = await aSwap(address, { token: dai })
  await expect(swap.initiate('permit', wallet, relayer)).rejects.toMatchObject({
    code: 'UNSUPPORTED_INITIATION',
    details: { works: ['signed', 'prefunded'] },
  })
  expect(asked).toEqual([])
})

it('a transaction that would revert is told as a reason, and the wallet is not asked', async () => {
  const { key, address } = await anAccount({ token: blacklist, gas: 10n ** 18n })
  const abi = parseAbi(['function setBlocked(address account, bool blocked)'])
  const block = (blocked: boolean) =>
    chains.a.solver
      .writeContract({ address: blacklist, abi, functionName: 'setBlocked', args: [address, blocked] })
      .then(mined)
  await block(true)
  const { asked, wallet } = countingWallet(key)
  const { swap, relayer } = await aSwap(address, { token: blacklist })
  await expect(swap.initiate('prefunded', wallet, relayer)).rejects.toMatchObject({
    code: 'CREATION_REVERTS',
    retryable: true,
  })
  expect(asked).toEqual([])
  await block(false)
  expect(await codeOf(swap.initiate('prefunded', wallet, relayer))).toBeUndefined()
})

describe('an allowance that only changes by way of zero', () => {
  const approved = async (key: Hex, spender: Address, value: bigint) => {
    const wallet = walletOn(chains.a.anvil.rpcUrl, chains.a.anvil.chainId, key)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] })
    await mined(await wallet.sendTransaction({ to: usdt, data }))
  }
  const registry = () => chains.network.chains.find(({ chain }) => chain === 'devnet_a')?.registry_address as Address

  it('is reset first, and the escrow is created', async () => {
    const { key, address } = await anAccount({ token: usdt, gas: 10n ** 18n })
    await approved(key, registry(), 10n)
    const { asked, wallet } = countingWallet(key)
    const { swap } = await aSwap(address, { token: usdt })
    expect(await swap.initiate('signed', wallet, { by: 'wallet' })).toMatchObject({ shown: 'created' })
    expect(asked).toEqual(['transaction', 'transaction', 'transaction'])
  })

  it('is reset first for Permit2', async () => {
    const { key, address } = await anAccount({ token: usdt, gas: 10n ** 18n })
    await approved(key, permit2Address, 10n)
    const { wallet } = countingWallet(key)
    const { swap } = await aSwap(address, { token: usdt })
    expect(await swap.initiate('permit2', wallet, { by: 'wallet' })).toMatchObject({ shown: 'created' })
    const of = { address: usdt, abi: erc20Abi, functionName: 'allowance', args: [address, permit2Address] } as const
    expect(await chains.a.control.readContract(of)).toBe(maxUint256 - amount)
  })

  it('is not touched where it is enough, nor reset where the token needs no reset', async () => {
    const { key, address } = await anAccount({ token: usdt, gas: 10n ** 18n })
    await approved(key, registry(), amount)
    const { asked, wallet } = countingWallet(key)
    const { swap } = await aSwap(address, { token: usdt })
    await swap.initiate('signed', wallet, { by: 'wallet' })
    expect(asked).toEqual(['transaction'])
  })
})

describe('an account with code', () => {
  /** An account that delegates (EIP-7702) to a contract which accepts no signature. */
  async function aDelegated() {
    const { key, address } = await anAccount({ token: usdcOf(), gas: 10n ** 18n })
    const to = await deploy(compiledContract('forge-test/support/Accounts.sol', 'PlainDelegate'))
    await chains.a.control.setCode({ address, bytecode: `0xef0100${to.slice(2)}` })
    return { ...countingWallet(key), address }
  }

  it.each<InitiationPath>(['permit2'])(
    'whose signature %s does not take hands nothing over, and is told what works',
    async (path) => {
      const { wallet, address } = await aDelegated()
      const { swap, relayer, handed } = await aSwap(address)
      await expect(swap.initiate(path, wallet, relayer)).rejects.toMatchObject({
        code: 'SIGNATURE_REFUSED',
        retryable: false,
        details: { works: ['prefunded'] },
      })
      expect(handed).toEqual([])
      expect(await swap.initiate('prefunded', wallet, { by: 'wallet' })).toMatchObject({ shown: 'created' })
    },
  )

  it.each<InitiationPath>(['permit', 'signed'])('pays by %s, which takes its key', async (path) => {
    const { wallet, address } = await aDelegated()
    const { swap, relayer, handed } = await aSwap(address)
    await swap.initiate(path, wallet, relayer)
    expect(handed).toMatchObject([{ type: path }])
  })
})

describe('a device whose clock is wrong', () => {
  const aheadBy = async <T>(secs: number, act: () => Promise<T>): Promise<T> => {
    const { now } = Date
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + secs * 1000)
    try {
      return await act()
    } finally {
      clock.mockRestore()
    }
  }

  /** Starts a swap on a device whose clock is wrong by this many seconds, and returns the error. */
  async function startedWith(secs: number) {
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    const { client } = inMemoryServices(chains, { quote: (quote) => ({ ...quote, expires_at }) })
    const options = { client, network: chains.network, evidence: evidenceOf(chains), save: () => undefined }
    const { address } = await anAccount()
    const asking = { ...request, sourceAddress: address, destinationAddress: address }
    return aheadBy(secs, () => codeOf(Swap.start(asking, options)))
  }

  it.each([1_000, -1_000, 14_400])('by %s s is told so before there is an order', async (secs) => {
    await chains.a.control.mine({ blocks: 1 })
    expect(await startedWith(secs)).toBe('CLOCK_SKEWED')
  })

  it.each([600, -600])('by %s s swaps', async (secs) => {
    await chains.a.control.mine({ blocks: 1 })
    expect(await startedWith(secs)).toBeUndefined()
  })

  it('after the order was made is told so before it is paid', async () => {
    const { key, address } = await anAccount({ token: usdcOf(), gas: 10n ** 18n })
    const { asked, wallet } = countingWallet(key)
    const { swap, relayer } = await aSwap(address)
    const secs = swap.order.destination_intent.cancel_after - Math.floor(Date.now() / 1000)
    await chains.a.control.mine({ blocks: 1 })
    expect(await aheadBy(secs, () => codeOf(swap.initiate('permit', wallet, relayer)))).toBe('CLOCK_SKEWED')
    expect(asked).toEqual([])
  })
})
