/** One endpoint whose answers have another form than they should, read over HTTP. Its blocks are those of a real EVM. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { escrowRegistryAbi } from '@tandem/escrow'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { type Address, getAbiItem, type Hex, hexToBigInt, numberToHex, toEventSelector } from 'viem'
import type { ChainEvent } from '../../src/chain/chain-event.ts'
import { escrowSource } from '../../src/chain/event-source.ts'
import type { Header, Provider } from '../../src/chain/provider.ts'
import { ProviderError } from '../../src/chain/provider-error.ts'
import { makeProvider } from '../../src/chain/rpc-provider.ts'
import { chainConfig } from '../support/model-chain.ts'
import { rpcRequest } from '../support/rpc-request.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

type Wire = Record<string, unknown>
type Edit = (method: string, result: unknown) => unknown

const config = chainConfig('devnet_a')
const registry: Address = `0x0${'a'.repeat(39)}`
const created = toEventSelector(getAbiItem({ abi: escrowRegistryAbi, name: 'EscrowCreated' }))

let anvil: LocalAnvil
let proxy: FaultyProxy
let provider: Provider
/** The block of the only events, and these. */
let number: bigint
let header: Header
let events: readonly ChainEvent[]

beforeAll(async () => {
  anvil = await startAnvil({ chainId: config.chain_id })
  proxy = await startFaultyProxy(anvil.rpcUrl)
  provider = makeReader()
  number = await emitTwice()
  header = await provider.header(number)
  events = await provider.eventsOf([header])
})
const makeReader = (mostLogs?: number): Provider =>
  makeProvider(config, proxy.url, {
    name: '1:lying',
    source: escrowSource(registry),
    timeoutMs: 20_000,
    maxAheadSecs: 1_000_000,
    now: Date.now,
    ...(mostLogs === undefined ? {} : { mostLogs }),
  })
beforeEach(() => proxy.misbehave(undefined))
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

const request = <T>(method: string, ...params: unknown[]): Promise<T> => rpcRequest(anvil.rpcUrl, method, params)

/** Mines a block with one transaction that emits two events of the registry, and returns its number. */
async function emitTwice(): Promise<bigint> {
  const topic = (digit: string) => digit.repeat(64)
  // For each log: PUSH32 its topics, the last one first, PUSH1 160 (size), PUSH1 0 (offset), LOG4
  const log = (vault: string) =>
    `7f${topic('3')}7f${topic('2')}7f${vault.padStart(64, '0')}7f${created.slice(2)}60a06000a4`
  await request('anvil_setCode', registry, `0x${log('c1')}${log('c2')}00`)
  return emitTwiceTogether(1)
}

/** The same once more, by so many transactions of one block. */
async function emitTwiceTogether(transactions: number): Promise<bigint> {
  await request('evm_setAutomine', false)
  const [from] = await request<string[]>('eth_accounts')
  for (let sent = 0; sent < transactions; sent += 1)
    await request('eth_sendTransaction', { from, to: registry, gas: '0x30d40' })
  await request('evm_mine')
  const block = await request<{ number: Hex; transactions: Hex[] }>('eth_getBlockByNumber', 'latest', false)
  expect(block.transactions).toHaveLength(transactions)
  return hexToBigInt(block.number)
}

const lie = (edit: Edit) => proxy.misbehave({ kind: 'edit', edit })
const ofBlock =
  (over: Wire): Edit =>
  (method, result) =>
    method === 'eth_getBlockByNumber' ? { ...(result as Wire), ...over } : result
const ofLogs =
  (over: Wire): Edit =>
  (method, result) =>
    method === 'eth_getLogs' ? (result as Wire[]).map((log) => ({ ...log, ...over })) : result
/** The same of the logs in receipts, one or all of the block. */
const ofReceipts =
  (over: Wire): Edit =>
  (method, result) => {
    const edited = (receipt: Wire) => ({
      ...receipt,
      logs: (receipt.logs as Wire[]).map((log) => ({ ...log, ...over })),
    })
    if (method === 'eth_getTransactionReceipt') return edited(result as Wire)
    return method === 'eth_getBlockReceipts' ? (result as Wire[]).map(edited) : result
  }

describe('the events of a block', () => {
  it('are read from its logs, and proven by its receipts', async () => {
    expect(header.isProven).toBe(true)
    expect(events.map(({ kind, logIndex }) => [kind, logIndex])).toEqual([
      ['created', 0],
      ['created', 1],
    ])
    expect(await provider.provenEvents(header)).toEqual({ events, by: 'hash' })
    expect(await Promise.all(events.map(provider.hasReceiptOf))).toEqual([true, true])
  })
})

describe('hex digits in another form, which hash to the same', () => {
  const upper = (hex: unknown) => (typeof hex === 'string' ? `0x${hex.slice(2).toUpperCase()}` : hex)
  const inUpperCase = (value: Wire, names: readonly string[]): Wire =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, names.includes(name) ? upper(one) : one]))
  const logNames = ['address', 'blockHash', 'transactionHash', 'data']
  const logInUpperCase = (log: Wire): Wire => ({
    ...inUpperCase(log, logNames),
    topics: (log.topics as Hex[]).map(upper),
  })
  const receiptInUpperCase = (receipt: Wire): Wire => ({
    ...inUpperCase(receipt, ['blockHash', 'transactionHash', 'logsBloom']),
    logs: (receipt.logs as Wire[]).map(logInUpperCase),
  })

  beforeEach(() =>
    lie((method, result) => {
      switch (method) {
        case 'eth_getBlockByNumber':
          return inUpperCase(result as Wire, ['hash', 'parentHash', 'logsBloom', 'receiptsRoot', 'stateRoot'])
        case 'eth_getLogs':
          return (result as Wire[]).map(logInUpperCase)
        case 'eth_getTransactionReceipt':
          return receiptInUpperCase(result as Wire)
        case 'eth_getBlockReceipts':
          return (result as Wire[]).map(receiptInUpperCase)
        default:
          return result
      }
    }),
  )

  it('name the same block', async () => {
    expect(await provider.header(number)).toEqual(header)
  })

  it('are the same events, with the same proofs', async () => {
    expect(await provider.eventsOf([header])).toEqual(events)
    expect(await provider.eventsIn(number, number)).toEqual(events)
    expect(await provider.provenEvents(header)).toEqual({ events, by: 'hash' })
    expect(await Promise.all(events.map(provider.hasReceiptOf))).toEqual([true, true])
  })

  it.each<[string, (log: Wire) => Wire]>([
    ['an address without its first zero', (log) => ({ ...log, address: `0x${(log.address as Hex).slice(3)}` })],
    ['an address that does not begin with 0x', (log) => ({ ...log, address: `00${(log.address as Hex).slice(2)}` })],
    [
      'a vault without its first zero',
      (log) => ({
        ...log,
        topics: (log.topics as Hex[]).map((one, index) => (index === 1 ? `0x${one.slice(3)}` : one)),
      }),
    ],
    ['data without its first zero', (log) => ({ ...log, data: `0x${(log.data as Hex).slice(3)}` })],
  ])('prove no event away: %s', async (_name, inOtherForm) => {
    lie((method, result) =>
      method === 'eth_getBlockReceipts'
        ? (result as Wire[]).map((receipt) => ({ ...receipt, logs: (receipt.logs as Wire[]).map(inOtherForm) }))
        : result,
    )
    await expect(provider.provenEvents(header)).rejects.toMatchObject({ class: 'wrong_data' })
  })
})

describe('the place of an event in its block', () => {
  it.each(['0x63', '0x'])('is counted where receipts prove it, though they say %s', async (logIndex) => {
    lie(ofReceipts({ logIndex }))
    expect(await provider.provenEvents(header)).toEqual({ events, by: 'hash' })
  })

  it('is counted over all receipts', async () => {
    const two = await emitTwiceTogether(2)
    const block = await provider.header(two)
    const told = await provider.eventsOf([block])
    expect(told.map(({ logIndex }) => logIndex)).toEqual([0, 1, 2, 3])
    lie(ofReceipts({ logIndex: '0x0' }))
    expect(await provider.provenEvents(block)).toEqual({ events: told, by: 'hash' })
  })
})

describe("logs that are held against another endpoint's blocks", () => {
  const falseBloom = numberToHex(1, { size: 256 })

  it('are refused where a bloom filter that the hash covers does not have them', async () => {
    const proven = { ...header, logsBloom: falseBloom }
    await expect(provider.eventsOf([proven])).rejects.toMatchObject({ class: 'wrong_data' })
  })

  it('are believed where that filter is only the word of the other one', async () => {
    const unproven = { ...header, logsBloom: falseBloom, isProven: false }
    const told = events.map((event) => ({ ...event, isTimeProven: false }))
    expect(await provider.eventsOf([unproven])).toEqual(told)
  })

  it('are looked for in any block whose filter is only a word', () => {
    expect(provider.mayHoldEvents({ ...header, logsBloom: falseBloom })).toBe(false)
    expect(provider.mayHoldEvents({ ...header, logsBloom: falseBloom, isProven: false })).toBe(true)
  })
})

describe('an answer that is too large', () => {
  it('is given up, as one that was refused', async () => {
    lie((_method, result) => [result, ' '.repeat(11_000_000)])
    await expect(provider.header(number)).rejects.toMatchObject({ class: 'refused_range' })
    await expect(provider.eventsIn(number, number)).rejects.toMatchObject({ class: 'refused_range' })
  })

  it('is given up where many answers are, together', async () => {
    const one = makeReader(1)
    for (const read of [() => one.eventsIn(0n, number), () => one.eventsOf([header])])
      await expect(read()).rejects.toMatchObject({ class: 'refused_range' })
    expect(await makeReader(2).eventsIn(0n, number)).toHaveLength(2)
  })

  it('is given up before it is unpacked', async () => {
    proxy.misbehave({ kind: 'packed_flood' })
    await expect(provider.header(number)).rejects.toMatchObject({ class: 'refused_range' })
  })
})

describe('an answer that cannot be read', () => {
  const wrongData = { name: 'ProviderError', class: 'wrong_data' }

  it.each<[string, Wire]>([
    ['a time without digits', { timestamp: '0x' }],
    ['a time no number can hold', { timestamp: numberToHex(2n ** 60n) }],
    ['a number without digits', { number: '0x' }],
    ['a nonce that is a number', { nonce: 1 }],
    ['a difficulty that is an object', { difficulty: {} }],
    ['a hash that is an object', { hash: { toString: 1, valueOf: 1 } }],
    ['a hash in a list', { hash: [`0x${'1'.repeat(64)}`] }],
  ])('is held against the endpoint: a block with %s', async (_name, over) => {
    lie(ofBlock(over))
    await expect(provider.head()).rejects.toMatchObject(wrongData)
    await expect(provider.tagged('safe')).rejects.toMatchObject(wrongData)
    await expect(provider.header(number)).rejects.toMatchObject(wrongData)
    await expect(provider.provenEvents(header)).rejects.toMatchObject(wrongData)
  })

  it('is held against the endpoint: a chain id without digits', async () => {
    lie((method, result) => (method === 'eth_chainId' ? '0x' : result))
    await expect(provider.verify()).rejects.toMatchObject(wrongData)
  })

  it.each<[string, Wire]>([
    ['an index without digits', { logIndex: '0x' }],
    ['a block number without digits', { blockNumber: '0x' }],
    ['the number of a block that was not asked for', { blockNumber: '0x0' }],
    ['topics that are null', { topics: [null, null] }],
    ['topics that are objects', { topics: [{ toString: 1 }] }],
    ['an address in a list', { address: [registry] }],
    ['a transaction in a list', { transactionHash: [`0x${'1'.repeat(64)}`] }],
    ['a transaction that is an object', { transactionHash: { toString: 1, valueOf: 1 } }],
  ])('is held against the endpoint: a log with %s', async (_name, over) => {
    lie(ofLogs(over))
    await expect(provider.eventsOf([header])).rejects.toMatchObject(wrongData)
    await expect(provider.eventsIn(number, number)).rejects.toMatchObject(wrongData)
  })

  it('is held against the endpoint: a receipt whose log has an index without digits', async () => {
    lie(ofReceipts({ logIndex: '0x' }))
    for (const event of events) await expect(provider.hasReceiptOf(event)).rejects.toMatchObject(wrongData)
  })

  it('leaves a question that was given up with the reason for that', async () => {
    const reason = new ProviderError('timeout', 'over')
    await expect(provider.eventsIn(number, number, AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})
