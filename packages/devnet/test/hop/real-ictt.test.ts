import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  devnetMessengerAbi,
  devnetTokenHomeAbi,
  devnetTokenRemoteAbi,
  type EscrowTerms,
  encodeClaimHop,
  encodeCreateEscrow,
  escrowRegistryAbi,
  type HopRoute,
  hashSecret,
  hopBridgeAbi,
  hopClaimTypedData,
  hopDispatchGas,
  predictVault,
} from '@tandem/escrow'
import { devnetTokenHomeBytecode, devnetTokenRemoteBytecode, hopBridgeBytecode } from '@tandem/escrow/bytecode'
import { deployEscrow } from '@tandem/escrow/deploy'
import { until } from '@tandem/local-services'
import {
  type Address,
  decodeEventLog,
  erc20Abi,
  type Hex,
  type Log,
  parseEventLogs,
  toEventSelector,
  toFunctionSelector,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { HopClient } from '../../src/hop/connect.ts'
import { deployHop, devnetBlockchainId } from '../../src/hop/deploy-hop.ts'
import { startMessageRelay } from '../../src/hop/message-relay.ts'
import { deliver, isReceived, teleporterMessenger } from '../../src/hop/messenger.ts'
import { installWarpStub, realAbi, realBytecode } from './real-ictt.ts'
import {
  announced,
  approve,
  balanceOf,
  clientOf,
  deploy,
  deployToken,
  type HopChains,
  keyOf,
  mined,
  type SendInput,
  sendInput,
  sendTokens,
  startHopChains,
  supplyOf,
} from './support.ts'

const hubId = devnetBlockchainId('hub')
const l1Id = devnetBlockchainId('l1')
const messenger = { address: teleporterMessenger, abi: devnetMessengerAbi } as const
const everyAbi = [
  ...devnetMessengerAbi,
  ...devnetTokenHomeAbi,
  ...devnetTokenRemoteAbi,
  ...hopBridgeAbi,
  ...escrowRegistryAbi,
]

const both = ['real', 'own'] as const
type SetName = (typeof both)[number]

/** A token's way to the L1: Avalanche's own contracts, or ours. */
interface TokenRoute {
  tokenHome: Address
  tokenRemote: Address
  hopBridge: Address
}

/** The text of a log, with names of accounts instead of their addresses. */
interface Said {
  by: string
  topic0: Hex | undefined
  event: string
  args: unknown
}

let chains: HopChains
let hub: HopClient
let l1: HopClient
let recipientOfClaim: HopClient
let registry: Address
let token: Address
const routes = {} as Record<SetName, TokenRoute>
const said: Record<SetName, Record<string, Said[]>> = { real: {}, own: {} }

const newRecipient = (): Address => privateKeyToAddress(generatePrivateKey())

/** Reads logs so that both sets can be compared: names instead of addresses, and nothing that counts up. */
function read(logs: readonly Log[], route: TokenRoute, more: Record<string, string> = {}): Said[] {
  const names: Record<string, string> = {
    [teleporterMessenger]: 'messenger',
    [token]: 'token',
    [registry]: 'registry',
    [route.tokenHome]: 'home',
    [route.tokenRemote]: 'remote',
    [route.hopBridge]: 'bridge',
    ...more,
  }
  const named = (text: string) =>
    Object.entries(names).reduce((all, [value, name]) => all.replaceAll(value.toLowerCase().slice(2), name), text)
  return logs.map((log) => {
    const { eventName, args } = decodeEventLog({ abi: everyAbi, data: log.data, topics: log.topics })
    const text = JSON.stringify(args, (key, value) =>
      key === 'messageNonce' ? undefined : typeof value === 'bigint' ? String(value) : value,
    )
    return {
      by: named(log.address.toLowerCase()),
      topic0: log.topics[0],
      event: eventName,
      args: JSON.parse(named(text.toLowerCase())),
    }
  })
}

const eventsOf = (logs: readonly Said[]) => logs.map(({ by, event }) => `${by.replace('0x', '')} ${event}`)

async function deliverToL1(messageId: Hex) {
  const message = await announced(hub, messageId)
  return mined(l1, deliver(l1, teleporterMessenger, { sourceBlockchainId: hubId, message }))
}

async function registerRemote({ tokenHome, tokenRemote }: TokenRoute) {
  const call = { address: tokenRemote, abi: devnetTokenRemoteAbi, functionName: 'registerWithHome' } as const
  const feeInfo = { feeTokenAddress: zeroAddress, amount: 0n }
  const { logs: asked } = await mined(l1, l1.writeContract({ ...call, args: [feeInfo], chain: null }))
  const [sent] = parseEventLogs({ abi: devnetMessengerAbi, eventName: 'SendCrossChainMessage', logs: asked })
  if (sent === undefined) throw new Error('no registration')
  const { message, messageID } = sent.args
  const { logs: answered } = await mined(hub, deliver(hub, teleporterMessenger, { sourceBlockchainId: l1Id, message }))
  const settings = await hub.readContract({
    address: tokenHome,
    abi: devnetTokenHomeAbi,
    functionName: 'getRemoteTokenTransferrerSettings',
    args: [l1Id, tokenRemote],
  })
  return { asked, answered, settings, messageID }
}

async function send(route: TokenRoute, amount: bigint, over: Partial<SendInput>) {
  await approve(hub, token, route.tokenHome, amount + (over.primaryFee ?? 0n))
  const input = sendInput({
    destinationBlockchainID: l1Id,
    destinationTokenTransferrerAddress: route.tokenRemote,
    recipient: hub.account.address,
    primaryFeeTokenAddress: token,
    ...over,
  })
  return sendTokens(hub, route.tokenHome, input, amount)
}

const sendWithFee = (route: TokenRoute, recipient: Address, requiredGasLimit: bigint) =>
  send(route, 1_000_000n, { recipient, requiredGasLimit, primaryFee: 100n })

const failedHash = (messageId: Hex) =>
  l1.readContract({ ...messenger, functionName: 'receivedFailedMessageHashes', args: [messageId] })

const transferred = (route: TokenRoute) =>
  hub.readContract({
    address: route.tokenHome,
    abi: devnetTokenHomeAbi,
    functionName: 'getTransferredBalance',
    args: [l1Id, route.tokenRemote],
  })

/** Deploys a home, a remote with this many decimals, and a bridge for them. */
async function deployRoute(name: SetName, decimals: number): Promise<TokenRoute> {
  const pair = await (name === 'real' ? deployReal(decimals) : deployOwn(decimals))
  const bridgeArgs = [hub.account.address, teleporterMessenger, 0]
  const hopBridge = await deploy(hub, hopBridgeAbi, hopBridgeBytecode, bridgeArgs)
  const args = [token, l1Id, pair.tokenHome, pair.tokenRemote, 250_000n] as const
  const call = { address: hopBridge, abi: hopBridgeAbi, functionName: 'addRoute', args } as const
  await mined(hub, hub.writeContract({ ...call, chain: null }))
  return { ...pair, hopBridge }
}

async function deployReal(decimals: number) {
  const teleporterManager = hub.account.address
  const entries = [[{ version: 1n, protocolAddress: teleporterMessenger }]]
  const teleporters = (client: HopClient) =>
    deploy(client, realAbi.teleporterRegistry, realBytecode('teleporterRegistry'), entries)
  const homeArgs = [await teleporters(hub), teleporterManager, 1n, token, 6]
  const tokenHome = await deploy(hub, realAbi.tokenHome, realBytecode('tokenHome'), homeArgs)
  const settings = {
    teleporterRegistry: await teleporters(l1),
    teleporterManager,
    minTeleporterVersion: 1n,
    tokenHomeBlockchainID: hubId,
    tokenHome,
    tokenHomeDecimals: 6,
  }
  const remoteArgs = [settings, 'USD Coin', 'USDC', decimals]
  return { tokenHome, tokenRemote: await deploy(l1, realAbi.tokenRemote, realBytecode('tokenRemote'), remoteArgs) }
}

async function deployOwn(decimals: number) {
  const tokenHome = await deploy(hub, devnetTokenHomeAbi, devnetTokenHomeBytecode, [teleporterMessenger, token])
  const settings = {
    tokenHomeBlockchainID: hubId,
    tokenHomeAddress: tokenHome,
    tokenHomeDecimals: 6,
    initialReserveImbalance: 0n,
  }
  const args = [teleporterMessenger, settings, zeroAddress, 'USD Coin', 'USDC', decimals]
  return { tokenHome, tokenRemote: await deploy(l1, devnetTokenRemoteAbi, devnetTokenRemoteBytecode, args) }
}

beforeAll(async () => {
  chains = await startHopChains()
  hub = clientOf(chains.hub, 0)
  l1 = clientOf(chains.l1, 0)
  recipientOfClaim = clientOf(chains.hub, 3)
  ;({ registry } = await deployEscrow({ publicClient: hub, walletClient: hub }))
  token = await deployToken(hub, 'USDC', 6)
  await deployHop({
    hub: { rpcUrl: chains.hub.rpcUrl, blockchainId: hubId },
    l1: { rpcUrl: chains.l1.rpcUrl, blockchainId: l1Id },
    tokens: [],
    privateKey: keyOf(chains.hub, 0),
  })
  await installWarpStub(chains.hub.rpcUrl, hubId)
  await installWarpStub(chains.l1.rpcUrl, l1Id)
  for (const name of both) routes[name] = await deployRoute(name, 6)
})

afterAll(async () => {
  await chains.stop()
})

describe('the names of things', () => {
  const eventNamed = (name: string) => {
    const found = everyAbi.find((item) => item.type === 'event' && item.name === name)
    if (found?.type !== 'event') throw new Error(`no event ${name}`)
    return toEventSelector(found)
  }

  it.each([
    ['SendCrossChainMessage', '0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8'],
    ['ReceiveCrossChainMessage', '0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34'],
    ['MessageExecuted', '0x34795cc6b122b9a0ae684946319f1e14a577b4e8f9b3dda9ac94c21a54d3188c'],
    ['MessageExecutionFailed', '0x4619adc1017b82e02eaefac01a43d50d6d8de4460774bc370c3ff0210d40c985'],
    ['TokensSent', '0x93f19bf1ec58a15dc643b37e7e18a1c13e85e06cd11929e283154691ace9fb52'],
    ['TokensWithdrawn', '0x6352c5382c4a4578e712449ca65e83cdb392d045dfcf1cad9615189db2da244b'],
  ])('event %s is %s', (name, topic0) => {
    expect(eventNamed(name)).toBe(topic0)
  })

  it.each([
    ['getNextMessageID', '0xdf20e8bc'],
    ['messageReceived', '0xebc3b1ba'],
    ['receivedFailedMessageHashes', '0x860a3b06'],
    ['send', '0x5d16225d'],
  ])('function %s is %s', (name, selector) => {
    const found = everyAbi.find((item) => item.type === 'function' && item.name === name)
    if (found?.type !== 'function') throw new Error(`no function ${name}`)
    expect(toFunctionSelector(found)).toBe(selector)
  })
})

describe.each(both)('%s ICTT', (name) => {
  const keep = (step: string, logs: readonly Log[], more: Record<string, string>) => {
    const all = read(logs, routes[name], more)
    said[name][step] = all
    return eventsOf(all)
  }

  it('registers the remote by a message to its home', async () => {
    const { asked, answered, settings, messageID } = await registerRemote(routes[name])
    expect(keep('registering', asked, { [messageID]: 'id' })).toEqual(['messenger SendCrossChainMessage'])
    expect(keep('registered', answered, { [messageID]: 'id' })).toEqual([
      'messenger ReceiveCrossChainMessage',
      'home RemoteRegistered',
      'messenger MessageExecuted',
    ])
    expect(settings).toEqual({
      registered: true,
      collateralNeeded: 0n,
      tokenMultiplier: 1n,
      multiplyOnRemote: false,
    })
  })

  it('sends with a fee and mints', async () => {
    const route = routes[name]
    const recipient = newRecipient()
    const { receipt, messageId, sentAmount } = await sendWithFee(route, recipient, 250_000n)
    const names = { [messageId]: 'id', [recipient]: 'recipient' }
    expect(keep('sent', receipt.logs, names).filter((one) => !one.startsWith('token '))).toEqual([
      'messenger SendCrossChainMessage',
      'home TokensSent',
    ])
    expect(sentAmount).toBe(1_000_000n)
    expect(keep('delivered', (await deliverToL1(messageId)).logs, names)).toEqual([
      'messenger ReceiveCrossChainMessage',
      'remote TokensWithdrawn',
      'remote Transfer',
      'messenger MessageExecuted',
    ])
    expect(await balanceOf(l1, route.tokenRemote, recipient)).toBe(1_000_000n)
    await expect(deliverToL1(messageId)).rejects.toThrow('AlreadyReceived')
  })

  it('keeps a message whose execution has failed, and mints by a retry', async () => {
    const route = routes[name]
    const recipient = newRecipient()
    const { messageId } = await sendWithFee(route, recipient, 5_000n)
    const names = { [messageId]: 'id', [recipient]: 'recipient' }
    expect(keep('failed', (await deliverToL1(messageId)).logs, names)).toEqual([
      'messenger ReceiveCrossChainMessage',
      'messenger MessageExecutionFailed',
    ])
    expect(await failedHash(messageId)).not.toBe(zeroHash)
    expect(await balanceOf(l1, route.tokenRemote, recipient)).toBe(0n)
    const message = await announced(hub, messageId)
    const call = { ...messenger, functionName: 'retryMessageExecution', args: [hubId, message] } as const
    const retried = await mined(l1, l1.writeContract({ ...call, gas: 1_000_000n, chain: null }))
    expect(keep('retried', retried.logs, names)).toEqual([
      'remote TokensWithdrawn',
      'remote Transfer',
      'messenger MessageExecuted',
    ])
    expect(await failedHash(messageId)).toBe(zeroHash)
    expect(await balanceOf(l1, route.tokenRemote, recipient)).toBe(1_000_000n)
  })

  it.each([
    ['no recipient', { recipient: zeroAddress }],
    ['no gas', { requiredGasLimit: 0n }],
    ['a second fee', { secondaryFee: 1n }],
    ['a fallback', { multiHopFallback: teleporterMessenger }],
    ['an unknown chain', { destinationBlockchainID: hubId }],
    ['an unknown remote', { destinationTokenTransferrerAddress: teleporterMessenger }],
  ])('refuses %s', async (_, over) => {
    await expect(send(routes[name], 10n, over)).rejects.toThrow('reverted')
  })

  it('refuses messages that do not come from the messenger, and a second registration', async () => {
    const route = routes[name]
    const receiving = { abi: devnetTokenHomeAbi, functionName: 'receiveTeleporterMessage' } as const
    const onHub = { address: route.tokenHome, args: [l1Id, route.tokenRemote, '0x'], account: hub.account } as const
    const onL1 = { address: route.tokenRemote, args: [hubId, route.tokenHome, '0x'], account: l1.account } as const
    await expect(hub.simulateContract({ ...receiving, ...onHub })).rejects.toThrow('reverted')
    await expect(l1.simulateContract({ ...receiving, ...onL1 })).rejects.toThrow('reverted')
    const register = { address: route.tokenRemote, abi: devnetTokenRemoteAbi, account: l1.account } as const
    const args = [{ feeTokenAddress: zeroAddress, amount: 0n }] as const
    await expect(l1.simulateContract({ ...register, functionName: 'registerWithHome', args })).rejects.toThrow(
      'reverted',
    )
  })

  it.each([
    [18, 1_234_567n * 10n ** 12n],
    [3, 1_234n],
  ])('scales what goes to a remote of %d decimals', async (decimals, expected) => {
    const route = await deployRoute(name, decimals)
    await registerRemote(route)
    const recipient = newRecipient()
    const { messageId, sentAmount } = await send(route, 1_234_567n, { recipient })
    await deliverToL1(messageId)
    expect(sentAmount).toBe(expected)
    expect(await balanceOf(l1, route.tokenRemote, recipient)).toBe(expected)
    expect(await transferred(route)).toBe(expected)
    expect(await balanceOf(hub, token, route.tokenHome)).toBe(1_234_567n)
    if (decimals < 6) await expect(send(route, 1n, {})).rejects.toThrow('reverted')
  })

  it('takes a signed claim of a hop vault to the recipient on the L1', async () => {
    const route = routes[name]
    const hopRecipient = newRecipient()
    const secret = toHex(`the secret of ${name}`, { size: 32 })
    const now = Number((await hub.getBlock()).timestamp)
    const terms: EscrowTerms = {
      token,
      creator: hub.account.address,
      recipient: recipientOfClaim.account.address,
      hopBridge: route.hopBridge,
      amount: 2_000_000n,
      cancelAfter: now + 3600,
      commitmentHash: hashSecret(secret),
    }
    const chainId = chains.hub.chainId
    const vault = predictVault({ registry, chainId, terms })
    const funding = { address: token, abi: erc20Abi, functionName: 'transfer', args: [vault, terms.amount] } as const
    await mined(hub, hub.writeContract({ ...funding, chain: null }))
    await mined(hub, hub.sendTransaction({ to: registry, data: encodeCreateEscrow(terms), chain: null }))
    const hop: HopRoute = {
      destBlockchainId: l1Id,
      hopRecipient,
      feeToken: token,
      relayerFee: 500n,
      dispatchGas: hopDispatchGas,
      deadline: now + 1800,
    }
    const typedData = hopClaimTypedData({
      chainId,
      registry,
      vault,
      commitmentHash: terms.commitmentHash,
      hopBridge: route.hopBridge,
      route: hop,
    })
    const signature = await recipientOfClaim.account.signTypedData(typedData)
    for (const changed of [{ hopRecipient: hub.account.address }, { relayerFee: 501n }]) {
      const { dispatchGas, deadline, ...rest } = { ...hop, ...changed }
      const route = { ...rest, dispatchGas: BigInt(dispatchGas), deadline: BigInt(deadline) }
      const args = [terms, secret, route, signature] as const
      const call = { address: registry, abi: escrowRegistryAbi, functionName: 'claimHop', args } as const
      await expect(hub.simulateContract({ ...call, account: hub.account })).rejects.toThrow('InvalidSignature')
    }

    const messageId = await hub.readContract({ ...messenger, functionName: 'getNextMessageID', args: [l1Id] })
    const claim = { to: registry, data: encodeClaimHop(terms, secret, hop, signature), gas: 600_000n, chain: null }
    const { logs } = await mined(hub, hub.sendTransaction(claim))
    const names = {
      [messageId]: 'id',
      [hopRecipient]: 'recipient',
      [vault]: 'vault',
      [secret]: 'secret',
      [terms.commitmentHash]: 'hash',
    }
    const events = keep('claimed', logs, names).filter((one) => !one.startsWith('token '))
    expect(events).toEqual([
      'messenger SendCrossChainMessage',
      'home TokensSent',
      'bridge HopDispatched',
      'registry EscrowHopDispatched',
    ])
    expect(parseEventLogs({ abi: escrowRegistryAbi, eventName: 'EscrowHopDispatched', logs })).toMatchObject([
      { args: { vault, messageId, destBlockchainId: l1Id, hopRecipient, amount: 1_999_500n, relayerFee: 500n } },
    ])
    expect(parseEventLogs({ abi: devnetTokenHomeAbi, eventName: 'TokensSent', logs })).toMatchObject([
      { args: { teleporterMessageID: messageId, sender: route.hopBridge, amount: 1_999_500n } },
    ])

    expect(keep('claim delivered', (await deliverToL1(messageId)).logs, names)).toEqual([
      'messenger ReceiveCrossChainMessage',
      'remote TokensWithdrawn',
      'remote Transfer',
      'messenger MessageExecuted',
    ])
    expect(await balanceOf(l1, route.tokenRemote, hopRecipient)).toBe(1_999_500n)
    expect(await balanceOf(hub, token, vault)).toBe(0n)
    expect(await balanceOf(hub, token, route.hopBridge)).toBe(0n)
  })

  it('is carried by the relay, and holds on the hub what exists on the L1', async () => {
    const route = routes[name]
    const relay = startMessageRelay({ hub: chains.hub, l1: chains.l1, privateKey: keyOf(chains.l1, 5), pollMs: 20 })
    try {
      const recipient = newRecipient()
      relay.failNext(1)
      const { messageId } = await sendWithFee(route, recipient, 250_000n)
      await until(() => isReceived(l1, teleporterMessenger, messageId), 'delivery')
      expect(await balanceOf(l1, route.tokenRemote, recipient)).toBe(0n)
      await relay.retry(messageId)
      expect(await balanceOf(l1, route.tokenRemote, recipient)).toBe(1_000_000n)
      const supply = await supplyOf(l1, route.tokenRemote)
      expect(await transferred(route)).toBe(supply)
      expect(await balanceOf(hub, token, route.tokenHome)).toBe(supply)
    } finally {
      await relay.stop()
    }
  })
})

describe('our own set', () => {
  it.each(['registering', 'registered', 'sent', 'delivered', 'failed', 'retried', 'claimed', 'claim delivered'])(
    'says, when %s, exactly what the real one says',
    (step) => {
      expect(said.real[step]).toBeDefined()
      expect(said.own[step]).toEqual(said.real[step])
    },
  )
})
