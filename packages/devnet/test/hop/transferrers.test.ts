import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { devnetMessengerAbi, devnetTokenHomeAbi, devnetTokenRemoteAbi, hopBridgeAbi } from '@tandem/escrow'
import { devnetTokenHomeBytecode, devnetTokenRemoteBytecode } from '@tandem/escrow/bytecode'
import { type Address, encodeAbiParameters, keccak256, parseEventLogs, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { HopClient } from '../../src/hop/connect.ts'
import { type DeployedHopToken, deployHop, devnetBlockchainId, type HopDeployment } from '../../src/hop/deploy-hop.ts'
import { deliver, teleporterMessenger } from '../../src/hop/messenger.ts'
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
  sendInput,
  sendMessage,
  sendTokens,
  startHopChains,
  supplyOf,
} from './support.ts'

const hubId = devnetBlockchainId('hub')
const l1Id = devnetBlockchainId('l1')

let chains: HopChains
let hub: HopClient
let l1: HopClient
let deployment: HopDeployment
let run: () => Promise<HopDeployment>
/** Tokens by their decimals on the L1, compared with the hub. */
let same: DeployedHopToken
let more: DeployedHopToken
let fewer: DeployedHopToken

const newRecipient = (): Address => privateKeyToAddress(generatePrivateKey())

const inputTo = (token: DeployedHopToken, recipient: Address) =>
  sendInput({ destinationBlockchainID: l1Id, destinationTokenTransferrerAddress: token.tokenRemote, recipient })

async function deliverToL1(messageId: `0x${string}`) {
  const message = await announced(hub, messageId)
  return mined(l1, deliver(l1, teleporterMessenger, { sourceBlockchainId: hubId, message }))
}

async function carry(token: DeployedHopToken, recipient: Address, amount: bigint) {
  await approve(hub, token.token, token.tokenHome, amount)
  const sent = await sendTokens(hub, token.tokenHome, inputTo(token, recipient), amount)
  await deliverToL1(sent.messageId)
  return sent
}

const transferred = (token: DeployedHopToken) =>
  hub.readContract({
    address: token.tokenHome,
    abi: devnetTokenHomeAbi,
    functionName: 'getTransferredBalance',
    args: [l1Id, token.tokenRemote],
  })

beforeAll(async () => {
  chains = await startHopChains()
  hub = clientOf(chains.hub, 0)
  l1 = clientOf(chains.l1, 0)
  const usdc = await deployToken(hub, 'USDC', 6)
  const gold = await deployToken(hub, 'GOLD', 6)
  const dai = await deployToken(hub, 'DAI', 18)
  run = () =>
    deployHop({
      hub: { rpcUrl: chains.hub.rpcUrl, blockchainId: hubId },
      l1: { rpcUrl: chains.l1.rpcUrl, blockchainId: l1Id },
      tokens: [
        { token: usdc, remote: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } },
        { token: gold, remote: { name: 'Gold', symbol: 'GOLD', decimals: 18 } },
        { token: dai, remote: { name: 'Dai', symbol: 'DAI', decimals: 6 } },
      ],
      privateKey: keyOf(chains.hub, 0),
    })
  deployment = await run()
  ;[same, more, fewer] = deployment.tokens as [DeployedHopToken, DeployedHopToken, DeployedHopToken]
})

afterAll(async () => {
  await chains.stop()
})

describe('deployHop', () => {
  it('opens a route for each token', async () => {
    for (const { token, tokenHome, tokenRemote } of deployment.tokens) {
      const bridge = { address: deployment.hopBridge, abi: hopBridgeAbi, args: [token, l1Id] } as const
      expect(await hub.readContract({ ...bridge, functionName: 'isRouteOpen' })).toBe(true)
      expect(await hub.readContract({ ...bridge, functionName: 'getRoute' })).toMatchObject({
        transferrer: tokenHome,
        destTransferrer: tokenRemote,
      })
    }
  })

  it('does nothing the second time', async () => {
    const blocks = () => Promise.all([hub.getBlockNumber(), l1.getBlockNumber()])
    const before = await blocks()
    expect(await run()).toEqual(deployment)
    expect(await blocks()).toEqual(before)
  })

  it('refuses a chain that is another already', async () => {
    const wrong = { rpcUrl: chains.l1.rpcUrl, blockchainId: devnetBlockchainId('another') }
    const options = { hub: { rpcUrl: chains.hub.rpcUrl, blockchainId: hubId }, l1: wrong, tokens: [] }
    await expect(deployHop({ ...options, privateKey: keyOf(chains.hub, 0) })).rejects.toThrow('has the blockchain id')
  })
})

describe('the messenger', () => {
  it('gives the id that it has promised, made of both chains and its own address', async () => {
    const messenger = { address: teleporterMessenger, abi: devnetMessengerAbi } as const
    const promised = await hub.readContract({ ...messenger, functionName: 'getNextMessageID', args: [l1Id] })
    const nonce = (await hub.readContract({ ...messenger, functionName: 'messageNonce' })) + 1n
    const { messageId } = await carry(same, newRecipient(), 1n)
    expect(messageId).toBe(promised)
    const fields = [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }] as const
    expect(messageId).toBe(keccak256(encodeAbiParameters(fields, [teleporterMessenger, hubId, l1Id, nonce])))
  })

  it('takes a message only on its own chain, and only as it was sent', async () => {
    await approve(hub, same.token, same.tokenHome, 1n)
    const { messageId } = await sendTokens(hub, same.tokenHome, inputTo(same, newRecipient()), 1n)
    const message = await announced(hub, messageId)
    const onHub = deliver(hub, teleporterMessenger, { sourceBlockchainId: hubId, message })
    await expect(onHub).rejects.toThrow('WrongChain')
    const call = { address: teleporterMessenger, abi: devnetMessengerAbi, account: hub.account } as const
    const changed = { ...message, requiredGasLimit: 1n }
    await expect(
      hub.simulateContract({ ...call, functionName: 'retrySendCrossChainMessage', args: [changed] }),
    ).rejects.toThrow('UnknownMessage')
    await deliverToL1(messageId)
  })
})

describe('the messenger, when a message cannot be executed,', () => {
  const delivery = (message: Awaited<ReturnType<typeof announced>>) => ({
    address: teleporterMessenger,
    abi: devnetMessengerAbi,
    functionName: 'deliverCrossChainMessage' as const,
    args: [hubId, message, l1.account.address, message.requiredGasLimit] as const,
    account: l1.account,
  })

  it.each([
    ['nowhere', { destinationAddress: zeroAddress }],
    ['its own chain', { destinationBlockchainID: hubId }],
  ])('does not send it to %s', async (_, over) => {
    await expect(sendMessage(hub, { destinationBlockchainID: l1Id, ...over })).rejects.toThrow('InvalidDestination')
  })

  it('keeps it for a retry, which fails while the transferrer has no code', async () => {
    const to = { destinationBlockchainID: l1Id, destinationAddress: newRecipient() }
    const { messageId, message } = await sendMessage(hub, to)
    const { logs } = await deliverToL1(messageId)
    expect(parseEventLogs({ abi: devnetMessengerAbi, logs }).map(({ eventName }) => eventName)).toEqual([
      'ReceiveCrossChainMessage',
      'MessageExecutionFailed',
    ])
    const retry = { ...delivery(message), functionName: 'retryMessageExecution', args: [hubId, message] } as const
    await expect(l1.simulateContract(retry)).rejects.toThrow('RetryFailed')
  })

  it('refuses deliveries with less gas than the message was promised', async () => {
    const { messageId, message } = await sendMessage(hub, { destinationBlockchainID: l1Id, requiredGasLimit: 500_000n })
    await expect(l1.simulateContract({ ...delivery(message), gas: 400_000n })).rejects.toThrow('InsufficientGas')
    await deliverToL1(messageId)
  })
})

describe('amounts', () => {
  it('are the same where the decimals are', async () => {
    const recipient = newRecipient()
    const { sentAmount } = await carry(same, recipient, 1_234_567n)
    expect(sentAmount).toBe(1_234_567n)
    expect(await balanceOf(l1, same.tokenRemote, recipient)).toBe(1_234_567n)
    expect(await transferred(same)).toBe(await supplyOf(l1, same.tokenRemote))
    expect(await balanceOf(hub, same.token, same.tokenHome)).toBe(await supplyOf(l1, same.tokenRemote))
  })

  it('are multiplied where the remote has more decimals', async () => {
    const recipient = newRecipient()
    const { sentAmount } = await carry(more, recipient, 3n)
    expect(sentAmount).toBe(3_000_000_000_000n)
    expect(await balanceOf(l1, more.tokenRemote, recipient)).toBe(3_000_000_000_000n)
    expect(await transferred(more)).toBe(3_000_000_000_000n)
  })

  it('are divided where it has fewer, and what does not divide stays locked', async () => {
    const recipient = newRecipient()
    const amount = 2_000_000_999_999_999_999n
    const { sentAmount } = await carry(fewer, recipient, amount)
    expect(sentAmount).toBe(2_000_000n)
    expect(await balanceOf(l1, fewer.tokenRemote, recipient)).toBe(2_000_000n)
    expect(await balanceOf(hub, fewer.token, fewer.tokenHome)).toBe(amount)
    await approve(hub, fewer.token, fewer.tokenHome, 1n)
    await expect(sendTokens(hub, fewer.tokenHome, inputTo(fewer, recipient), 1n)).rejects.toThrow('ZeroAmount')
  })

  it('come back: the remote burns, the home pays', async () => {
    const { address } = l1.account
    await carry(same, address, 500n)
    const locked = await balanceOf(hub, same.token, same.tokenHome)
    const recipient = newRecipient()
    const input = sendInput({
      destinationBlockchainID: hubId,
      destinationTokenTransferrerAddress: same.tokenHome,
      recipient,
    })
    await expect(sendTokens(l1, same.tokenRemote, input, 200n)).rejects.toThrow('ERC20InsufficientAllowance')
    await approve(l1, same.tokenRemote, same.tokenRemote, 210n)
    const withFee = { ...input, primaryFeeTokenAddress: same.tokenRemote, primaryFee: 10n }
    const { messageId } = await sendTokens(l1, same.tokenRemote, withFee, 200n)
    expect(await balanceOf(l1, same.tokenRemote, address)).toBe(290n)
    const message = await announced(l1, messageId)
    await mined(hub, deliver(hub, teleporterMessenger, { sourceBlockchainId: l1Id, message }))
    expect(await balanceOf(hub, same.token, recipient)).toBe(200n)
    expect(await balanceOf(hub, same.token, same.tokenHome)).toBe(locked - 200n)
    expect(await transferred(same)).toBe(await supplyOf(l1, same.tokenRemote))
  })
})

describe('the home', () => {
  const sending = (over: Partial<ReturnType<typeof inputTo>>) =>
    sendTokens(hub, same.tokenHome, { ...inputTo(same, newRecipient()), ...over }, 10n)

  it.each([
    ['no recipient', { recipient: zeroAddress }, 'InvalidInput'],
    ['no gas', { requiredGasLimit: 0n }, 'InvalidInput'],
    ['a second fee', { secondaryFee: 1n }, 'MultiHopUnsupported'],
    ['a fallback', { multiHopFallback: teleporterMessenger }, 'MultiHopUnsupported'],
    ['an unknown chain', { destinationBlockchainID: hubId }, 'NotRegistered'],
    ['an unknown remote', { destinationTokenTransferrerAddress: teleporterMessenger }, 'NotRegistered'],
  ])('refuses %s', async (_, over, error) => {
    await approve(hub, same.token, same.tokenHome, 10n)
    await expect(sending(over)).rejects.toThrow(error)
  })

  it('takes the fee on top, and hands it to the messenger', async () => {
    await approve(hub, same.token, same.tokenHome, 110n)
    const held = await balanceOf(hub, same.token, teleporterMessenger)
    const locked = await balanceOf(hub, same.token, same.tokenHome)
    const { messageId } = await sending({ primaryFeeTokenAddress: same.token, primaryFee: 100n })
    expect(await balanceOf(hub, same.token, teleporterMessenger)).toBe(held + 100n)
    expect(await balanceOf(hub, same.token, same.tokenHome)).toBe(locked + 10n)
    await deliverToL1(messageId)
  })

  it('and the remote take messages from the messenger only', async () => {
    const receiving = { abi: devnetTokenHomeAbi, functionName: 'receiveTeleporterMessage' } as const
    const args = [l1Id, same.tokenRemote, '0x'] as const
    for (const [client, address] of [
      [hub, same.tokenHome],
      [l1, same.tokenRemote],
    ] as const) {
      await expect(client.simulateContract({ ...receiving, address, args, account: client.account })).rejects.toThrow(
        'NotMessenger',
      )
    }
  })

  it('sends nothing to a remote whose collateral is missing', async () => {
    const tokenHome = await deploy(hub, devnetTokenHomeAbi, devnetTokenHomeBytecode, [teleporterMessenger, more.token])
    const settings = {
      tokenHomeBlockchainID: hubId,
      tokenHomeAddress: tokenHome,
      tokenHomeDecimals: 6,
      initialReserveImbalance: 1_500_000_000_001n,
    }
    const holder = l1.account.address
    const args = [teleporterMessenger, settings, holder, 'Gold', 'GOLD', 18]
    const tokenRemote = await deploy(l1, devnetTokenRemoteAbi, devnetTokenRemoteBytecode, args)
    const gold = { token: more.token, tokenHome, tokenRemote }
    expect(await balanceOf(l1, tokenRemote, holder)).toBe(1_500_000_000_001n)

    const feeInfo = { feeTokenAddress: zeroAddress, amount: 0n }
    const register = { address: tokenRemote, abi: devnetTokenRemoteAbi, functionName: 'registerWithHome' } as const
    const { logs } = await mined(l1, l1.writeContract({ ...register, args: [feeInfo], chain: null }))
    const [sent] = parseEventLogs({ abi: devnetMessengerAbi, eventName: 'SendCrossChainMessage', logs })
    if (sent === undefined) throw new Error('no registration')
    const { message } = sent.args
    const registered = await mined(hub, deliver(hub, teleporterMessenger, { sourceBlockchainId: l1Id, message }))
    expect(parseEventLogs({ abi: devnetTokenHomeAbi, logs: registered.logs })).toMatchObject([
      { eventName: 'RemoteRegistered', args: { initialCollateralNeeded: 2n, tokenDecimals: 18 } },
    ])

    await expect(carry(gold, holder, 10n)).rejects.toThrow('CollateralNeeded')
    const before = await balanceOf(hub, gold.token, hub.account.address)
    await approve(hub, gold.token, tokenHome, 5n)
    const adding = { address: tokenHome, abi: devnetTokenHomeAbi, functionName: 'addCollateral' } as const
    const added = await mined(hub, hub.writeContract({ ...adding, args: [l1Id, tokenRemote, 5n], chain: null }))
    expect(parseEventLogs({ abi: devnetTokenHomeAbi, eventName: 'CollateralAdded', logs: added.logs })).toMatchObject([
      { args: { amount: 2n, remaining: 0n } },
    ])
    expect(await balanceOf(hub, gold.token, hub.account.address)).toBe(before - 2n)
    await carry(gold, holder, 10n)
    expect(await balanceOf(l1, tokenRemote, holder)).toBe(11_500_000_000_001n)
  })
})
