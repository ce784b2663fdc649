import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { anvilActions, anvilChain, type LocalAnvil, startAnvil } from '@tandem/local-services'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEventLogs,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployContractDeterministic, deployEscrow } from '../src/deploy.ts'
import { testPermitTokenBytecode } from '../src/generated/bytecode.ts'
import {
  createEscrowTypedData,
  decodeEscrowLog,
  type EscrowEvent,
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
  encodeRecoverPrefund,
  escrowEventTopics,
  escrowRegistryAbi,
  hashSecret,
  nativeToken,
  permitTypedData,
  predictVault,
  readVault,
  readVaults,
  testPermitTokenAbi,
} from '../src/index.ts'

const chainId = 31_337
const randomHex = (bytes: number): Hex => toHex(randomBytes(bytes))
const randomAddress = (): Address => getAddress(randomHex(20))

let anvil: LocalAnvil
let registry: Address
let token: Address
let clients: ReturnType<typeof connect>

function connect() {
  const transport = http(anvil.rpcUrl)
  const wallet = (index: number) => {
    const key = anvil.accounts[index]?.privateKey
    if (key === undefined) throw new Error(`anvil has no account ${index}`)
    const account = privateKeyToAccount(key)
    return createWalletClient({ account, transport, chain: anvilChain(chainId) }).extend(anvilActions)
  }
  return { public: createPublicClient({ transport }), user: wallet(0), solver: wallet(1), relayer: wallet(2) }
}

const chainTime = async () => Number((await clients.public.getBlock()).timestamp)

/** Terms of the user's escrow for the solver, good for an hour, under a fresh secret. */
async function terms(over: Partial<EscrowTerms> = {}): Promise<{ terms: EscrowTerms; vault: Address; secret: Hex }> {
  const secret = randomHex(32)
  const full: EscrowTerms = {
    token,
    creator: clients.user.account.address,
    recipient: clients.solver.account.address,
    hopBridge: zeroAddress,
    amount: 1_000_000n,
    cancelAfter: (await chainTime()) + 3600,
    commitmentHash: hashSecret(secret),
    ...over,
  }
  return { terms: full, vault: predictVault({ registry, chainId, terms: full }), secret }
}

/** Sends a call, waits for it, and returns what the registry said. */
async function send(
  from: 'user' | 'relayer',
  call: { to: Address; data: Hex; value?: bigint },
): Promise<EscrowEvent[]> {
  const hash = await clients[from].sendTransaction(call)
  const receipt = await clients.public.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt.logs
    .filter((log) => log.address.toLowerCase() === registry.toLowerCase())
    .map(decodeEscrowLog)
    .filter((event) => event !== undefined)
}

const balanceOf = (owner: Address) =>
  clients.public.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

const fund = (to: Address, amount: bigint) =>
  clients.user.writeContract({ address: token, abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

beforeAll(async () => {
  anvil = await startAnvil({ chainId })
  clients = connect()
  const wallet = { publicClient: clients.public, walletClient: clients.user }
  ;({ registry } = await deployEscrow(wallet))
  ;({ address: token } = await deployContractDeterministic({
    ...wallet,
    abi: testPermitTokenAbi,
    bytecode: testPermitTokenBytecode,
    args: ['USD Coin', 'USDC', 6],
  }))
  await clients.user.writeContract({
    address: token,
    abi: testPermitTokenAbi,
    functionName: 'mint',
    args: [clients.user.account.address, 10n ** 12n],
  })
})

afterAll(async () => {
  await anvil.stop()
})

describe('deployEscrow', () => {
  it('does nothing the second time', async () => {
    const again = await deployEscrow({ publicClient: clients.public, walletClient: clients.user })
    expect(again).toEqual({ registry, created: false })
  })
})

describe('predictVault', () => {
  it('agrees with the chain for 1,000 random escrows', async () => {
    const all = Array.from(
      { length: 1000 },
      (): EscrowTerms => ({
        token: randomAddress(),
        creator: randomAddress(),
        recipient: randomAddress(),
        hopBridge: Math.random() < 0.5 ? zeroAddress : randomAddress(),
        amount: BigInt(randomHex(16)),
        cancelAfter: Number(BigInt(randomHex(5))),
        commitmentHash: randomHex(32),
      }),
    )
    const onChain = await Promise.all(
      all.map((one) =>
        clients.public.readContract({
          address: registry,
          abi: escrowRegistryAbi,
          functionName: 'vaultAddress',
          args: [one],
        }),
      ),
    )
    expect(onChain).toEqual(all.map((one) => predictVault({ registry, chainId, terms: one })))
  })
})

describe('the four ways to create', () => {
  const created = ({ terms: { commitmentHash, amount }, vault }: Awaited<ReturnType<typeof terms>>) =>
    expect.objectContaining({ type: 'created', vault, commitmentHash, amount })

  it('prefunded: anyone announces what the creator paid to the predicted address', async () => {
    const one = await terms()
    await fund(one.vault, one.terms.amount)
    expect(await send('relayer', { to: registry, data: encodeCreateEscrow(one.terms) })).toEqual([created(one)])
    const open = { state: 'open', hasTerms: true, balance: one.terms.amount }
    expect(await readVault(clients.public, { registry, ...one })).toEqual(open)
    const blockNumber = await clients.public.getBlockNumber({ cacheTime: 0 })
    const missing = await terms()
    const vaults = [missing, one, { ...one, vault: token }, { ...missing, vault: one.vault }]
    const otherTerms = { state: 'open', hasTerms: false, balance: 0n }
    expect(await readVaults(clients.public, { registry, vaults, blockNumber })).toEqual([
      { state: 'missing' },
      open,
      otherTerms,
      otherTerms,
    ])
    const missingThen = [{ state: 'missing' }]
    expect(await readVaults(clients.public, { registry, vaults: [one], blockNumber: blockNumber - 1n })).toEqual(
      missingThen,
    )
    // This block was mined before the registry was deployed.
    expect(await readVaults(clients.public, { registry, vaults: [one], blockNumber: 0n })).toEqual(missingThen)
  })

  it('native: the value is the escrow', async () => {
    const one = await terms({ token: nativeToken, amount: 5n * 10n ** 17n })
    expect(
      await send('user', { to: registry, data: encodeCreateEscrowNative(one.terms), value: one.terms.amount }),
    ).toEqual([created(one)])
    expect(await readVault(clients.public, { registry, ...one })).toMatchObject({
      state: 'open',
      balance: one.terms.amount,
    })
    const inLowerCase = { ...one.terms, token: nativeToken.toLowerCase() as Address }
    expect(await readVault(clients.public, { registry, ...one, terms: inLowerCase })).toMatchObject({
      state: 'open',
      balance: one.terms.amount,
    })
  })

  it('permit: one signature for the allowance, one for the terms, and the relayer pays the gas', async () => {
    const one = await terms()
    const { user } = clients
    const deadline = (await chainTime()) + 600
    const nonce = await clients.public.readContract({
      address: token,
      abi: testPermitTokenAbi,
      functionName: 'nonces',
      args: [user.account.address],
    })
    const permit = {
      token,
      name: 'USD Coin',
      version: '1',
      chainId,
      owner: user.account.address,
      spender: registry,
      value: one.terms.amount,
      nonce,
      deadline: BigInt(deadline),
    }
    const data = encodeCreateEscrowPermit({
      terms: one.terms,
      permitDeadline: BigInt(deadline),
      permitSignature: await user.signTypedData(permitTypedData(permit)),
      deadline,
      creatorSignature: await user.signTypedData(
        createEscrowTypedData({ chainId, registry, terms: one.terms, deadline }),
      ),
    })
    expect(await send('relayer', { to: registry, data })).toEqual([created(one)])
  })

  it('signed: an allowance and a signature over the terms', async () => {
    const one = await terms()
    const deadline = (await chainTime()) + 600
    await clients.user.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'approve',
      args: [registry, one.terms.amount],
    })
    const creatorSignature = await clients.user.signTypedData(
      createEscrowTypedData({ chainId, registry, terms: one.terms, deadline }),
    )
    const data = encodeCreateEscrowSigned({ terms: one.terms, deadline, creatorSignature })
    expect(await send('relayer', { to: registry, data })).toEqual([created(one)])
  })
})

describe('settlement', () => {
  it('claims with the secret, pays exactly the amount, and the event carries the secret', async () => {
    const one = await terms()
    await fund(one.vault, one.terms.amount)
    await send('user', { to: registry, data: encodeCreateEscrow(one.terms) })
    const before = await balanceOf(one.terms.recipient)
    const events = await send('relayer', { to: registry, data: encodeClaim(one.terms, one.secret) })
    expect(events).toEqual([
      {
        type: 'claimed',
        vault: one.vault,
        commitmentHash: one.terms.commitmentHash,
        to: one.terms.recipient,
        secret: one.secret,
        amount: one.terms.amount,
      },
    ])
    expect((await balanceOf(one.terms.recipient)) - before).toBe(one.terms.amount)
    expect(await readVault(clients.public, { registry, ...one })).toMatchObject({ state: 'claimed', balance: 0n })
  })

  it('recovers what was sent to a vault that was never created', async () => {
    const one = await terms()
    await fund(one.vault, 7n)
    const events = await send('user', { to: registry, data: encodeRecoverPrefund(one.terms) })
    expect(events).toEqual([expect.objectContaining({ type: 'cancelled', amount: 7n, reason: 'prefund_recovered' })])
  })

  it('cancels when the time has come, and not before', async () => {
    const one = await terms()
    await fund(one.vault, one.terms.amount)
    await send('user', { to: registry, data: encodeCreateEscrow(one.terms) })
    await expect(clients.user.sendTransaction({ to: registry, data: encodeCancel(one.terms) })).rejects.toThrow()
    await clients.public.request({
      method: 'evm_setNextBlockTimestamp' as never,
      params: [one.terms.cancelAfter] as never,
    })
    const events = await send('relayer', { to: registry, data: encodeCancel(one.terms) })
    expect(events).toEqual([
      expect.objectContaining({
        type: 'cancelled',
        vault: one.vault,
        creator: one.terms.creator,
        amount: one.terms.amount,
        reason: 'expired',
      }),
    ])
  })
})

describe('decodeEscrowLog', () => {
  it('knows the four topics and nothing else', () => {
    expect(escrowEventTopics).toHaveLength(4)
    expect(decodeEscrowLog({ topics: [randomHex(32)], data: '0x' })).toBeUndefined()
    expect(decodeEscrowLog({ topics: [escrowEventTopics[0] ?? '0x'], data: '0x' })).toBeUndefined()
  })

  it('reads what viem reads', async () => {
    const logs = await clients.public.getLogs({ address: registry, fromBlock: 0n })
    const parsed = parseEventLogs({ abi: escrowRegistryAbi, logs })
    expect(logs.length).toBeGreaterThan(5)
    expect(logs.map((log) => decodeEscrowLog(log)?.vault)).toEqual(
      parsed.map(({ args }) => ('vault' in args ? args.vault : undefined)),
    )
  })
})
