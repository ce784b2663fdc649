/**
 * The registry with tokens whose code is on public chains: USDC (FiatTokenV2_2 behind its proxy), Dai, WETH9, and
 * Permit2.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { anvilActions, anvilChain, type LocalAnvil, permit2, startAnvil } from '@tandem/local-services'
import {
  type Address,
  createWalletClient,
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseSignature,
  publicActions,
  toHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { daiAbi, daiFactory, daiFactoryAbi, deployUsdc, usdc, usdcDomain, weth9 } from '../scripts/real-tokens.ts'
import { deployDeterministic, deployEscrow } from '../src/deploy.ts'
import {
  authorizationTypedData,
  createEscrowTypedData,
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeClaimTo,
  encodeCreateEscrow,
  encodeCreateEscrowAuthorized,
  encodeCreateEscrowPermit,
  encodeCreateEscrowPermit2,
  encodeCreateEscrowSigned,
  escrowRegistryAbi,
  hashSecret,
  permit2TypedData,
  permitTypedData,
  predictVault,
  readVault,
} from '../src/index.ts'

const chainId = 31_337
const amount = 1_000_000n
const elsewhere: Address = '0x000000000000000000000000000000000000e15e'

let anvil: LocalAnvil
let registry: Address
let coin: Address
let weth: Address
let daiCoin: Address
let creator: Wallet
let recipient: Wallet
let issuer: Wallet

type Wallet = ReturnType<typeof connect>
function connect(index: number) {
  const key = anvil.accounts[index]?.privateKey
  if (key === undefined) throw new Error(`anvil has no account ${index}`)
  return createWalletClient({
    account: privateKeyToAccount(key),
    transport: http(anvil.rpcUrl),
    chain: anvilChain(chainId),
  })
    .extend(publicActions)
    .extend(anvilActions)
}

async function send(from: Wallet, to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await from.sendTransaction({ to, data, value })
  expect((await from.waitForTransactionReceipt({ hash })).status).toBe('success')
}

async function ask(method: string, params: readonly unknown[]): Promise<{ error?: { data?: Hex } }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(anvil.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await answer.json()) as { error?: { data?: Hex } }
}

/** The name of the registry's error by which a call ends, or the words of the token. */
async function refusal(from: Wallet, data: Hex): Promise<string> {
  const call = { from: from.account.address, to: registry, data }
  const { error } = await ask('eth_call', [call, 'latest'])
  if (error === undefined) return 'it was accepted'
  if (error.data === undefined || error.data === '0x') return 'a revert without a word'
  const reason: { errorName: string; args?: readonly unknown[] | undefined } = decodeErrorResult({
    abi: escrowRegistryAbi,
    data: error.data,
  })
  const { errorName, args } = reason
  return errorName === 'Error' ? String(args?.[0]) : errorName
}

async function deploy(code: Hex): Promise<Address> {
  const hash = await issuer.sendTransaction({ data: code, to: null })
  const { contractAddress } = await issuer.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('nothing was deployed')
  return contractAddress
}

async function deployDai(balance: bigint): Promise<Address> {
  const call = {
    address: await deploy(daiFactory()),
    abi: daiFactoryAbi,
    functionName: 'newDai',
    args: [BigInt(chainId)],
  } as const
  const { result: token, request } = await issuer.simulateContract(call)
  await issuer.waitForTransactionReceipt({ hash: await issuer.writeContract(request) })
  const args = [creator.account.address, balance] as const
  await send(issuer, token, encodeFunctionData({ abi: daiAbi, functionName: 'mint', args }))
  return token
}

const balanceOf = (token: Address, owner: Address): Promise<bigint> =>
  creator.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

const issue = (functionName: string, args: readonly unknown[] = []): Promise<void> =>
  send(issuer, coin, encodeFunctionData({ abi: usdc().abi, functionName, args }))

/** An escrow from the creator to the recipient that lives for an hour and has a fresh secret. */
async function newEscrow(token: Address) {
  const secret = toHex(randomBytes(32))
  const terms: EscrowTerms = {
    token,
    creator: creator.account.address,
    recipient: recipient.account.address,
    hopBridge: zeroAddress,
    amount,
    cancelAfter: Number((await creator.getBlock()).timestamp) + 3600,
    commitmentHash: hashSecret(secret),
  }
  return { terms, secret, vault: predictVault({ registry, chainId, terms }) }
}

async function openEscrow(token: Address) {
  const escrow = await newEscrow(token)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [escrow.vault, amount] })
  await send(creator, token, data)
  await send(issuer, registry, encodeCreateEscrow(escrow.terms))
  return escrow
}

const stateOf = async (terms: EscrowTerms) => {
  const vault = predictVault({ registry, chainId, terms })
  return (await readVault(creator, { registry, vault, terms })).state
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId })
  ;[creator, recipient, issuer] = [connect(0), connect(1), connect(2)]
  const clients = { publicClient: issuer, walletClient: issuer }
  ;({ registry } = await deployEscrow(clients))
  await deployDeterministic({ ...clients, initCode: permit2.initCode(), salt: permit2.salt })
  const callIssuer = (to: Address, data: Hex) => send(issuer, to, data)
  coin = await deployUsdc(issuer.account.address, deploy, callIssuer, creator.account.address)
  const { abi, bytecode } = weth9()
  weth = await deploy(bytecode)
  await send(creator, weth, encodeFunctionData({ abi, functionName: 'deposit' }), 10n ** 18n)
  daiCoin = await deployDai(10n ** 18n)
}, 60_000)

afterAll(() => anvil.stop())

describe('USDC', () => {
  it('funds an escrow by its permit, sent by another account', async () => {
    const { terms, vault } = await newEscrow(coin)
    const deadline = terms.cancelAfter
    const [owner, spender, nonce] = [terms.creator, registry, 0n]
    const permit = {
      ...usdcDomain,
      chainId,
      token: coin,
      owner,
      spender,
      value: amount,
      nonce,
      deadline: BigInt(deadline),
    }
    const permitSignature = await creator.signTypedData(permitTypedData(permit))
    const creatorSignature = await creator.signTypedData(createEscrowTypedData({ chainId, registry, terms, deadline }))
    const call = { terms, permitDeadline: BigInt(deadline), permitSignature, deadline, creatorSignature }
    await send(issuer, registry, encodeCreateEscrowPermit(call))
    expect(await balanceOf(coin, vault)).toBe(amount)
  })

  it.each([false, true])('funds an escrow by its authorization; another account used it first: %s', async (isUsed) => {
    const { terms, vault } = await newEscrow(coin)
    const nonce = toHex(randomBytes(32))
    const times = { validAfter: 0n, validBefore: BigInt(terms.cancelAfter) }
    const given = {
      ...usdcDomain,
      chainId,
      ...times,
      token: coin,
      from: terms.creator,
      to: vault,
      value: amount,
      nonce,
    }
    const signature = await creator.signTypedData(authorizationTypedData(given))
    if (isUsed) {
      const { from, to, value, validAfter, validBefore } = given
      const args = [from, to, value, validAfter, validBefore, nonce, signature]
      const { abi } = usdc()
      const byBytes = abi.filter((one) => one.type !== 'function' || one.inputs.length === 7)
      await send(issuer, coin, encodeFunctionData({ abi: byBytes, functionName: 'transferWithAuthorization', args }))
    }
    await send(issuer, registry, encodeCreateEscrowAuthorized({ terms, ...times, nonce, signature }))
    expect([await balanceOf(coin, vault), await stateOf(terms)]).toEqual([amount, 'open'])
  })

  it('pays a blocked recipient elsewhere', async () => {
    const { terms, secret, vault } = await openEscrow(coin)
    await issue('blacklist', [terms.recipient])
    expect(await refusal(issuer, encodeClaim(terms, secret))).toBe('Blacklistable: account is blacklisted')
    const before = await balanceOf(coin, elsewhere)
    await send(recipient, registry, encodeClaimTo({ terms, secret, to: elsewhere }))
    expect([await balanceOf(coin, vault), (await balanceOf(coin, elsewhere)) - before]).toEqual([0n, amount])
    await issue('unBlacklist', [terms.recipient])
  })

  it('repays a blocked creator elsewhere', async () => {
    const { terms, vault } = await openEscrow(coin)
    await issue('blacklist', [terms.creator])
    await ask('evm_setNextBlockTimestamp', [terms.cancelAfter])
    await ask('evm_mine', [])
    expect(await refusal(issuer, encodeCancel(terms))).toBe('Blacklistable: account is blacklisted')
    const data = encodeFunctionData({
      abi: escrowRegistryAbi,
      functionName: 'cancelTo',
      args: [terms, elsewhere, 0n, '0x'],
    })
    await send(creator, registry, data)
    expect([await balanceOf(coin, vault), await stateOf(terms)]).toEqual([0n, 'cancelled'])
    await issue('unBlacklist', [terms.creator])
  })

  it('keeps the money of a blocked vault until it is released', async () => {
    const { terms, secret, vault } = await openEscrow(coin)
    await issue('blacklist', [vault])
    expect(await refusal(issuer, encodeClaim(terms, secret))).toBe('Blacklistable: account is blacklisted')
    await issue('unBlacklist', [vault])
    await send(issuer, registry, encodeClaim(terms, secret))
    expect(await stateOf(terms)).toBe('claimed')
  })

  it('only delays a claim while it is paused', async () => {
    const { terms, secret } = await openEscrow(coin)
    await issue('pause')
    expect(await refusal(issuer, encodeClaim(terms, secret))).toBe('Pausable: paused')
    expect(await stateOf(terms)).toBe('open')
    await issue('unpause')
    await send(issuer, registry, encodeClaim(terms, secret))
    expect(await stateOf(terms)).toBe('claimed')
  })
})

describe('WETH9', () => {
  const approve = (spender: Address, value: bigint) =>
    send(creator, weth, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, value] }))

  it('takes any permit without a word, and funds nothing by it without an allowance', async () => {
    const { terms } = await newEscrow(weth)
    const deadline = terms.cancelAfter
    const creatorSignature = await creator.signTypedData(createEscrowTypedData({ chainId, registry, terms, deadline }))
    const permitSignature: Hex = `0x${'11'.repeat(64)}1b`
    const call = { terms, permitDeadline: maxUint256, permitSignature, deadline, creatorSignature }
    expect(await refusal(issuer, encodeCreateEscrowPermit(call))).toBe('a revert without a word')
  })

  it('funds no escrow of a stranger by an allowance that the creator left', async () => {
    await approve(registry, maxUint256)
    const { terms } = await newEscrow(weth)
    const call = { terms, deadline: terms.cancelAfter, creatorSignature: `0x${'11'.repeat(65)}` as Hex }
    expect(await refusal(issuer, encodeCreateEscrowSigned(call))).toBe('InvalidSignature')
    await approve(registry, 0n)
  })

  it('is claimed after a creation by Permit2 with the terms as witness', async () => {
    await approve(permit2.address, maxUint256)
    const { terms, secret } = await newEscrow(weth)
    const given = { nonce: 1n, deadline: BigInt(terms.cancelAfter) }
    const signature = await creator.signTypedData(permit2TypedData({ chainId, registry, terms, ...given }))
    await send(issuer, registry, encodeCreateEscrowPermit2({ terms, ...given, signature }))
    const before = await balanceOf(weth, terms.recipient)
    await send(issuer, registry, encodeClaim(terms, secret))
    expect((await balanceOf(weth, terms.recipient)) - before).toBe(amount)
  })
})

describe('Dai', () => {
  /** Dai's permit is older than EIP-2612: it allows all or nothing, and names its number in the call. */
  async function permitAll(nonce: bigint, allowed: boolean): Promise<void> {
    const holder = creator.account.address
    const message = { holder, spender: registry, nonce, expiry: 0n, allowed }
    const types = {
      Permit: [
        { name: 'holder', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'expiry', type: 'uint256' },
        { name: 'allowed', type: 'bool' },
      ],
    } as const
    const domain = { name: 'Dai Stablecoin', version: '1', chainId, verifyingContract: daiCoin }
    const { r, s, v } = parseSignature(await creator.signTypedData({ domain, types, primaryType: 'Permit', message }))
    const args = [holder, registry, nonce, 0n, allowed, Number(v), r, s] as const
    await send(issuer, daiCoin, encodeFunctionData({ abi: daiAbi, functionName: 'permit', args }))
  }

  async function signedCreation() {
    const escrow = await newEscrow(daiCoin)
    const { terms } = escrow
    const deadline = terms.cancelAfter
    const creatorSignature = await creator.signTypedData(createEscrowTypedData({ chainId, registry, terms, deadline }))
    return { ...escrow, call: { terms, deadline, creatorSignature } }
  }

  it('refuses the permit of EIP-2612, and funds nothing without an allowance', async () => {
    const { call } = await signedCreation()
    const permit = { permitDeadline: maxUint256, permitSignature: `0x${'11'.repeat(64)}1b` as Hex }
    expect(await refusal(issuer, encodeCreateEscrowPermit({ ...call, ...permit }))).toBe('Dai/insufficient-allowance')
  })

  it('funds an escrow by its own permit and the terms, both signed and sent by another account', async () => {
    await permitAll(0n, true)
    const { terms, secret, vault, call } = await signedCreation()
    await send(issuer, registry, encodeCreateEscrowSigned(call))
    expect(await balanceOf(daiCoin, vault)).toBe(amount)
    const before = await balanceOf(daiCoin, terms.recipient)
    await send(issuer, registry, encodeClaim(terms, secret))
    expect((await balanceOf(daiCoin, terms.recipient)) - before).toBe(amount)
    await permitAll(1n, false)
  })

  it('is repaid after the deadline, with what came too much', async () => {
    const { terms, vault } = await openEscrow(daiCoin)
    const more = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, 1n] })
    await send(creator, daiCoin, more)
    await ask('evm_setNextBlockTimestamp', [terms.cancelAfter])
    await ask('evm_mine', [])
    const before = await balanceOf(daiCoin, terms.creator)
    await send(issuer, registry, encodeCancel(terms))
    expect((await balanceOf(daiCoin, terms.creator)) - before).toBe(amount + 1n)
  })
})
