import { createHash, randomBytes } from 'node:crypto'
import { bloomOf, type Endpoint, EndpointError, hashOfHeader, makeQuorum, receiptsRootOf } from '@tandem/chain'
import { type ChainConfig, networkSchema } from '@tandem/contracts'
import { devnetMessengerAbi, escrowRegistryAbi, hashSecret } from '@tandem/escrow'
import {
  type Address,
  createClient,
  custom,
  getAbiItem,
  getAddress,
  type Hex,
  hexToNumber,
  numberToHex,
  pad,
  type RpcBlock,
  type RpcTransactionReceipt,
  toEventSelector,
  toHex,
} from 'viem'
import type { Intent } from '../../src/orders/domain/order.ts'
import type { Side } from '../../src/orders/domain/order-lifecycle.ts'
import type { NewOrder } from '../../src/orders/ports.ts'
import { makeChainReader } from '../../src/watcher/chain-reader.ts'
import { makeChainStore } from '../../src/watcher/db/chain.store.ts'
import type { ChainEvent, EventKind } from '../../src/watcher/domain/chain-event.ts'
import { minRememberedBlocks } from '../../src/watcher/domain/remembered-blocks.ts'
import { type Poll, PollMemory, pollChain } from '../../src/watcher/poll.ts'
import type { ChainStore, DeadlineStore } from '../../src/watcher/ports.ts'
import { sourceOfChain } from '../../src/watcher/source-of-chain.ts'
import { anIntent, anOrder } from './builders.ts'
import type { MigratedDatabase } from './database.ts'
import { networkWire } from './network.ts'

/** An event of a transaction that is not in a block yet. */
export type PendingEvent = Pick<ChainEvent, 'subject' | 'kind' | 'payload' | 'txHash'>
/** A hash that repeats one digit. */
export const hashOf = (digit: string) => `0x${digit.repeat(64)}` as const

/** A block and its receipts as an endpoint answers them, with `timestamp` in unix seconds. */
export interface ModelBlock {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  readonly events: readonly ChainEvent[]
  readonly rpc: RpcBlock
  readonly receipts: readonly RpcTransactionReceipt[]
}

/** A request of JSON-RPC. */
export interface Question {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Answers a request, or throws. */
export type Answering = (question: Question) => Promise<unknown>

/** A chain in memory that is read like a real one. It can be mined, forked and put back. */
export interface ModelChain {
  readonly name: string
  /** The canonical chain, from block 0. */
  readonly blocks: readonly ModelBlock[]
  mine(events?: readonly PendingEvent[], secs?: number): ModelBlock
  /** Removes the newest blocks and returns them. */
  drop(count: number): ModelBlock[]
  /** Restores removed blocks, as a branch that becomes canonical again. */
  putBack(blocks: readonly ModelBlock[]): void
  /** The true answers of the chain's endpoints. */
  readonly answer: Answering
  /** Called before each answer, so that the chain can change while it is read. */
  onRead: () => void
  /** How far below the head the chain calls blocks final. */
  finalDepth: number
}

export const sha256 = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`
const contract: Address = `0x${'e'.repeat(40)}`
const hub = hashOf('b')
const word = (value: string): string => value.slice(2).padStart(64, '0')
const topicOf = (abi: typeof escrowRegistryAbi | typeof devnetMessengerAbi, name: string): Hex =>
  toEventSelector(getAbiItem({ abi: abi as typeof escrowRegistryAbi, name: name as 'EscrowCreated' }))

/** The topics and the data of an event's log. */
function logOfEvent({ subject, kind, payload }: PendingEvent): { topics: Hex[]; data: Hex } {
  const { commitmentHash = hashOf('0'), secret = hashOf('0'), messageId = hashOf('0') } = payload
  const vault = pad(subject.toLowerCase() as Hex)
  const escrow = (name: string, topics: Hex[], words: readonly string[]) => ({
    topics: [topicOf(escrowRegistryAbi, name), vault, ...topics],
    data: `0x${words.map(word).join('')}` as Hex,
  })
  if (kind === 'created')
    return escrow('EscrowCreated', [hashOf('0'), hashOf('0')], ['0x', '0x', commitmentHash, '0x', '0x'])
  if (kind === 'claimed') return escrow('EscrowClaimed', [commitmentHash, hashOf('0')], [secret, '0x'])
  if (kind === 'cancelled') return escrow('EscrowCancelled', [commitmentHash, hashOf('0')], ['0x', '0x'])
  if (kind === 'hop_dispatched')
    return escrow('EscrowHopDispatched', [commitmentHash, messageId], [secret, '0x', '0x', '0x', '0x'])
  const name = kind === 'hop_delivered' ? 'MessageExecuted' : 'MessageExecutionFailed'
  return { topics: [topicOf(devnetMessengerAbi, name), subject, hub], data: '0x' }
}

const none = '0x0000000000000000000000000000000000000000000000000000000000000000' as const
const fixed = {
  ...{ sha3Uncles: none, miner: contract, stateRoot: none, transactionsRoot: none, difficulty: '0x0', gasLimit: '0x1' },
  ...{ gasUsed: '0x0', extraData: '0x', mixHash: none, nonce: '0x0000000000000000' },
} as const

/**
 * A block on top of `parent`. Its hash covers its header when `isProvable`; otherwise the hash is made up and proves
 * nothing.
 */
export function makeBlock(
  parent: Pick<ModelBlock, 'number' | 'hash'>,
  {
    events,
    timestamp,
    isProvable,
    salt,
  }: { events: readonly PendingEvent[]; timestamp: number; isProvable: boolean; salt: string },
): ModelBlock {
  const number = parent.number + 1n
  const logs = events.map(logOfEvent)
  const bare = logs.map(({ topics, data }) => ({ address: contract, topics, data }))
  const receiptsOf = (blockHash: Hex) =>
    bare.map((log, index) => {
      const at = { blockNumber: numberToHex(number), blockHash, transactionHash: events[index]?.txHash }
      return {
        ...{ type: '0x2', status: '0x1', cumulativeGasUsed: numberToHex(index + 1), ...at },
        logsBloom: bloomOf([log.address, ...log.topics]),
        logs: [{ ...log, ...at, logIndex: numberToHex(index), transactionIndex: numberToHex(index) }],
      } as unknown as RpcTransactionReceipt
    })
  const header = {
    ...fixed,
    ...{ number: numberToHex(number), parentHash: parent.hash, timestamp: numberToHex(timestamp) },
    extraData: sha256(salt),
    logsBloom: bloomOf(bare.flatMap(({ address, topics }) => [address, ...topics])),
    receiptsRoot: receiptsRootOf(receiptsOf(none)),
  } as unknown as RpcBlock
  const hash = (isProvable ? hashOfHeader(header) : sha256(`unproven ${salt} ${parent.hash}`)) as Hex
  return {
    ...{ number, hash, parentHash: parent.hash, timestamp },
    rpc: { ...header, hash, transactions: events.map(({ txHash }) => txHash) } as RpcBlock,
    receipts: receiptsOf(hash),
    events: events.map((event, logIndex) => ({
      ...event,
      ...{ logIndex, blockNumber: number, blockHash: hash, blockTimestamp: timestamp },
    })),
  }
}

export function makeModelChain(name: string, startTime: number, { isProvable = true } = {}): ModelChain {
  const seed = randomBytes(8).toString('hex')
  let made = 0
  const blocks: ModelBlock[] = []
  const mine: ModelChain['mine'] = (events = [], secs = 1) => {
    const parent = blocks.at(-1) ?? { number: -1n, hash: sha256(seed), timestamp: startTime }
    made += 1
    const mined = makeBlock(parent, { events, timestamp: parent.timestamp + secs, isProvable, salt: `${seed} ${made}` })
    blocks.push(mined)
    return mined
  }
  mine()
  const model: ModelChain = {
    ...{ name, blocks, mine },
    drop: (count) => blocks.splice(blocks.length - count, count),
    putBack: (some) => {
      blocks.push(...some)
    },
    onRead: () => undefined,
    finalDepth: 0,
    async answer(question) {
      model.onRead()
      return answerFrom(blocks, model.finalDepth, question)
    },
  }
  return model
}

/** The answer of an endpoint that has these blocks. */
export function answerFrom(blocks: readonly ModelBlock[], finalDepth: number, { method, params }: Question): unknown {
  const at = (tag: unknown): ModelBlock | undefined => {
    if (tag === 'latest') return blocks.at(-1)
    if (tag === 'finalized' || tag === 'safe') return blocks[Math.max(0, blocks.length - 1 - finalDepth)]
    return blocks[hexToNumber(tag as Hex)]
  }
  if (method === 'eth_getBlockByNumber') return at(params[0])?.rpc ?? null
  if (method === 'eth_getBlockReceipts') return at(params[0])?.receipts ?? null
  if (method !== 'eth_getLogs') throw new EndpointError('refused', `${method} is not known`)
  const { fromBlock, toBlock, topics } = params[0] as { fromBlock: Hex; toBlock: Hex; topics: [Hex[]] }
  return blocks
    .slice(hexToNumber(fromBlock), hexToNumber(toBlock) + 1)
    .flatMap(({ receipts, timestamp }) =>
      receipts.flatMap(({ logs }) => logs.map((log) => ({ ...log, blockTimestamp: numberToHex(timestamp) }))),
    )
    .filter((log) => topics[0].includes(log.topics[0] as Hex))
}

/** An endpoint that answers with this function. */
export const endpointOf = (name: string, answer: Answering): Endpoint => ({
  name,
  client: createClient({
    transport: custom({ request: ({ method, params = [] }) => answer({ method, params }) }, { retryCount: 0 }),
  }),
})

/** The dependencies of a real poll. By default the model is the only endpoint. */
export function pollOf(
  config: ChainConfig,
  model: Pick<ModelChain, 'name' | 'answer'>,
  store: ChainStore & DeadlineStore,
  {
    endpoints = [endpointOf(model.name, model.answer)],
    now = Date.now,
  }: { endpoints?: readonly Endpoint[]; now?: () => number } = {},
): Poll {
  const source = sourceOfChain(config, network)
  if (source === undefined) throw new Error(`${config.chain} has no contract`)
  const quorum = makeQuorum(endpoints, { chain: config.chain, budgetMs: 10_000, repeats: false, now })
  let questions = 0
  // Four block times pass between two questions, because a reader asks for the finality tag only once in that time.
  const readerNow = () => {
    questions += 1
    return now() + questions * 4 * config.block_time_ms
  }
  return {
    config,
    reader: makeChainReader(config, { ...source, address: contract }, quorum, {
      ...{ logsBudgetMs: 10_000, maxAheadSecs: 30 * 86_400 * 400, now: readerNow },
    }),
    store,
    observer: { stepped: () => undefined, reorged: () => undefined, turned: () => undefined },
    now,
    memory: new PollMemory(),
  }
}

/** Polls until nothing is left to be read. */
export async function catchUp(poll: Poll): Promise<void> {
  for (;;) {
    const { found, at } = await pollChain(poll)
    if (found !== 'idle') continue
    const { number } = await poll.reader.head()
    if (at === number) return
  }
}

const network = networkSchema.parse(networkWire)

/** Assets that cost a dollar per token, so that an order of 25 USDC is worth 25 dollars. */
export const pricedAssets = network.assets.map((asset) => ({ ...asset, usd_price_ceiling: '1' }))

export const chainConfig = (name: string, over: Partial<ChainConfig> = {}): ChainConfig => {
  const config = network.chains.find(({ chain }) => chain === name)
  if (config === undefined) throw new Error(`no chain ${name}`)
  return { ...config, ...over }
}

export type ModelOrder = { readonly order: NewOrder; readonly secret: Hex }

/**
 * An order with the secret of its commitment hash.
 * @param terms changes to the terms of each side.
 */
export function orderWithSecret(
  over: Partial<NewOrder> = {},
  terms: Partial<Record<Side, Partial<Intent>>> = {},
): ModelOrder {
  const secret = toHex(randomBytes(32))
  const commitmentHash = hashSecret(secret)
  const side = (which: Side) =>
    anIntent(which, { commitmentHash, swapId: getAddress(toHex(randomBytes(20))), ...terms[which] })
  return { order: anOrder({ source: side('source'), destination: side('destination'), ...over }), secret }
}

/** A watcher's store of a chain, and its poll, which reads the model. */
export function watchModel(
  { prisma }: Pick<MigratedDatabase, 'prisma'>,
  config: ChainConfig,
  model: Pick<ModelChain, 'name' | 'answer'>,
  rememberedBlocks: bigint = minRememberedBlocks,
) {
  const store = makeChainStore(prisma, config, { rememberedBlocks, now: Date.now, assets: pricedAssets })
  return { store, poll: pollOf(config, model, store) }
}

/** A new transaction with this event of one side's vault. */
export function eventOf({ order, secret }: ModelOrder, side: Side, kind: EventKind): PendingEvent {
  const { swapId, commitmentHash } = order[side]
  const isClaim = kind === 'claimed' || kind === 'hop_dispatched'
  return {
    subject: swapId,
    kind,
    payload: { commitmentHash, ...(isClaim && { secret }) },
    txHash: toHex(randomBytes(32)),
  }
}
