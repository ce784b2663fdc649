import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { devnetMessengerAbi } from '@tandem/escrow'
import { startAnvil, until } from '@tandem/local-services'
import { type Address, createTestClient, type Hex, http, toHex, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { connect, type HopClient } from '../../src/hop/connect.ts'
import { type DeployedHopToken, deployHop, devnetBlockchainId, type HopDeployment } from '../../src/hop/deploy-hop.ts'
import { type MessageRelay, type MessageRelayOptions, startMessageRelay } from '../../src/hop/message-relay.ts'
import { deliver, isReceived, teleporterMessenger } from '../../src/hop/messenger.ts'
import {
  announced,
  approve,
  balanceOf,
  clientOf,
  deployToken,
  type HopChains,
  keyOf,
  sendInput,
  sendMessage,
  sendTokens,
  startHopChains,
} from './support.ts'

const blockchainIds = { hub: devnetBlockchainId('hub'), l1: devnetBlockchainId('l1') }

let chains: HopChains
let hub: HopClient
let l1: HopClient
let deployment: HopDeployment
let usdc: DeployedHopToken
let relay: MessageRelay | undefined
let errors: unknown[]

const newRecipient = (): Address => privateKeyToAddress(generatePrivateKey())

function relayOf(over: Partial<MessageRelayOptions> = {}): MessageRelay {
  errors = []
  relay = startMessageRelay({
    hub: chains.hub,
    l1: chains.l1,
    privateKey: keyOf(chains.l1, 5),
    pollMs: 20,
    onError: (error) => errors.push(error),
    ...over,
  })
  return relay
}

async function sendTo(recipient: Address, amount: bigint): Promise<Hex> {
  await approve(hub, usdc.token, usdc.tokenHome, amount)
  const input = sendInput({
    destinationBlockchainID: blockchainIds.l1,
    destinationTokenTransferrerAddress: usdc.tokenRemote,
    recipient,
  })
  return (await sendTokens(hub, usdc.tokenHome, input, amount)).messageId
}

const received = (id: Hex) => isReceived(l1, teleporterMessenger, id)

const failedHash = (id: Hex) =>
  l1.readContract({
    address: teleporterMessenger,
    abi: devnetMessengerAbi,
    functionName: 'receivedFailedMessageHashes',
    args: [id],
  })

const eventsOf = async (eventName: 'ReceiveCrossChainMessage' | 'MessageExecuted' | 'MessageExecutionFailed') => {
  const logs = await l1.getContractEvents({
    address: teleporterMessenger,
    abi: devnetMessengerAbi,
    eventName,
    strict: true,
    fromBlock: 0n,
  })
  return logs.map(({ args }) => args.messageID)
}

beforeAll(async () => {
  chains = await startHopChains()
  hub = clientOf(chains.hub, 0)
  l1 = clientOf(chains.l1, 0)
  const token = await deployToken(hub, 'USDC', 6)
  deployment = await deployHop({
    hub: { rpcUrl: chains.hub.rpcUrl, blockchainId: blockchainIds.hub },
    l1: { rpcUrl: chains.l1.rpcUrl, blockchainId: blockchainIds.l1 },
    tokens: [{ token, remote: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } }],
    privateKey: keyOf(chains.hub, 0),
  })
  const [first] = deployment.tokens
  if (first === undefined) throw new Error('no token')
  usdc = first
})

afterEach(async () => {
  await relay?.stop()
  relay = undefined
})

afterAll(async () => {
  await chains.stop()
})

describe('the message relay', () => {
  it('delivers what the hub sends, and the L1 mints it', async () => {
    const { pending } = relayOf()
    const recipient = newRecipient()
    const id = await sendTo(recipient, 5_000_000n)
    await until(() => received(id), 'delivery')
    expect(await balanceOf(l1, usdc.tokenRemote, recipient)).toBe(5_000_000n)
    expect(await eventsOf('MessageExecuted')).toContain(id)
    await until(() => pending().length === 0, 'the queue to be empty')
    expect(errors).toEqual([])
  })

  it('delivers in the order of sending', async () => {
    const ids: Hex[] = []
    for (let i = 0; i < 4; i += 1) ids.push(await sendTo(newRecipient(), 1n))
    relayOf()
    await until(async () => (await Promise.all(ids.map(received))).every(Boolean), 'all four')
    expect((await eventsOf('ReceiveCrossChainMessage')).filter((id) => ids.includes(id))).toEqual(ids)
  })

  it('delivers nothing while it is paused', async () => {
    const { pause, resume, pending } = relayOf()
    pause()
    const id = await sendTo(newRecipient(), 1n)
    await until(() => pending().includes(id), 'the relay to see it')
    const block = await l1.getBlockNumber()
    const later = await sendTo(newRecipient(), 1n)
    await until(() => pending().includes(later), 'the relay to see the next')
    expect(pending()).toEqual([id, later])
    expect(await l1.getBlockNumber()).toBe(block)
    resume()
    await until(() => received(later), 'delivery')
    expect(await received(id)).toBe(true)
  })

  it('delivers late when it is told to', async () => {
    const { delay, pending } = relayOf()
    delay(3_600_000)
    const id = await sendTo(newRecipient(), 1n)
    await until(() => pending().includes(id), 'the relay to see it')
    const later = await sendTo(newRecipient(), 1n)
    await until(() => pending().includes(later), 'the relay to see the next')
    expect(await received(id)).toBe(false)
    delay(1)
    await until(() => received(later), 'delivery')
    expect(await received(id)).toBe(true)
  })

  it('makes an execution fail, which is stored, and a retry mints', async () => {
    const { failNext, retry } = relayOf()
    const recipient = newRecipient()
    failNext(1)
    const id = await sendTo(recipient, 7n)
    const next = await sendTo(newRecipient(), 1n)
    await until(() => received(next), 'the next message')
    expect(await eventsOf('MessageExecutionFailed')).toEqual([id])
    expect(await received(id)).toBe(true)
    expect(await failedHash(id)).not.toBe(zeroHash)
    expect(await failedHash(next)).toBe(zeroHash)
    expect(await balanceOf(l1, usdc.tokenRemote, recipient)).toBe(0n)

    await retry(id)
    expect(await failedHash(id)).toBe(zeroHash)
    expect(await balanceOf(l1, usdc.tokenRemote, recipient)).toBe(7n)
    await expect(retry(id)).rejects.toThrow('UnknownMessage')
    await expect(retry(toHex(1, { size: 32 }))).rejects.toThrow('the hub knows no message')
  })

  it('is refused by the messenger when it delivers twice', async () => {
    const { stop } = relayOf()
    const id = await sendTo(newRecipient(), 1n)
    await until(() => received(id), 'delivery')
    await stop()
    const again = { sourceBlockchainId: blockchainIds.hub, message: await announced(hub, id) }
    await expect(deliver(l1, teleporterMessenger, again)).rejects.toThrow('AlreadyReceived')
  })

  it('goes on where another one was stopped, and delivers nothing twice', async () => {
    const first = relayOf()
    const before = await sendTo(newRecipient(), 1n)
    await until(() => received(before), 'the first delivery')
    await first.stop()
    const after = await sendTo(newRecipient(), 1n)
    relayOf()
    await until(() => received(after), 'the second delivery')
    const deliveries = await eventsOf('ReceiveCrossChainMessage')
    expect(new Set(deliveries).size).toBe(deliveries.length)
    expect(errors).toEqual([])
  })

  it('delivers once more announced messages only once', async () => {
    const { pending } = relayOf()
    const id = await sendTo(newRecipient(), 1n)
    await until(() => received(id), 'delivery')
    await hub.writeContract({
      address: teleporterMessenger,
      abi: devnetMessengerAbi,
      functionName: 'retrySendCrossChainMessage',
      args: [await announced(hub, id)],
      chain: null,
    })
    const next = await sendTo(newRecipient(), 1n)
    await until(() => received(next), 'the next message')
    expect((await eventsOf('ReceiveCrossChainMessage')).filter((one) => one === id)).toEqual([id])
    await until(() => pending().length === 0, 'the queue to be empty')
    expect(errors).toEqual([])
  })

  it('does not deliver what a reorganization of the hub took back, but what came instead', async () => {
    const { pause, resume, pending } = relayOf()
    const anvil = createTestClient({ mode: 'anvil', transport: http(chains.hub.rpcUrl) })
    pause()
    const before = await anvil.snapshot()
    const [first, second] = [newRecipient(), newRecipient()]
    const id = await sendTo(first, 1n)
    await until(() => pending().includes(id), 'the relay to see it')
    await anvil.revert({ id: before })
    resume()
    await until(() => pending().length === 0, 'the queue to be empty')
    expect(await received(id)).toBe(false)
    expect(await sendTo(second, 2n)).toBe(id)
    await until(() => received(id), 'delivery')
    expect(await balanceOf(l1, usdc.tokenRemote, first)).toBe(0n)
    expect(await balanceOf(l1, usdc.tokenRemote, second)).toBe(2n)
  })

  it('leaves out what it may not deliver, and says so', async () => {
    const { pending } = relayOf()
    const input = { destinationBlockchainID: blockchainIds.l1, allowedRelayerAddresses: [newRecipient()] }
    const { messageId } = await sendMessage(hub, input)
    const next = await sendTo(newRecipient(), 1n)
    await until(() => received(next), 'the next message')
    expect(await received(messageId)).toBe(false)
    await until(() => pending().length === 0, 'the queue to be empty')
    expect(String(errors)).toContain('RelayerNotAllowed')
  })

  it('keeps trying while a chain does not answer', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tandem-relay-'))
    const options = { chainId: 31_414, statePath: join(dir, 'state.json') }
    let other = await startAnvil(options)
    try {
      const port = Number(new URL(other.rpcUrl).port)
      const [token] = (
        await deployHop({
          hub: { rpcUrl: chains.hub.rpcUrl, blockchainId: blockchainIds.hub },
          l1: { rpcUrl: other.rpcUrl, blockchainId: devnetBlockchainId('other l1') },
          tokens: [{ token: usdc.token, remote: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } }],
          privateKey: keyOf(chains.hub, 0),
        })
      ).tokens
      if (token === undefined) throw new Error('no token')
      await other.stop()
      relayOf({ l1: other })
      const recipient = newRecipient()
      await approve(hub, token.token, token.tokenHome, 9n)
      const input = sendInput({
        destinationBlockchainID: devnetBlockchainId('other l1'),
        destinationTokenTransferrerAddress: token.tokenRemote,
        recipient,
      })
      await sendTokens(hub, token.tokenHome, input, 9n)
      await until(() => errors.length > 2, 'failed attempts')
      other = await startAnvil({ ...options, port })
      const back = connect(other.rpcUrl, keyOf(chains.hub, 0))
      await until(async () => (await balanceOf(back, token.tokenRemote, recipient)) === 9n, 'delivery')
    } finally {
      await relay?.stop()
      await other.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
