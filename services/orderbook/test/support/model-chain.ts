import { createHash, randomBytes } from 'node:crypto'
import { type ChainConfig, networkSchema } from '@tandem/contracts'
import { hashSecret } from '@tandem/escrow'
import { getAddress, type Hex, toHex } from 'viem'
import type { ChainEvent, EventKind } from '../../src/chain/chain-event.ts'
import { lookAtChain } from '../../src/chain/chain-loop.ts'
import type { ChainStore, DeadlineStore } from '../../src/chain/chain-store.ts'
import { type Look, newLookMemory } from '../../src/chain/look.ts'
import { eventKey, type Header, type Provider } from '../../src/chain/provider.ts'
import { ProviderError } from '../../src/chain/provider-error.ts'
import { makeProviderPool } from '../../src/chain/provider-pool.ts'
import { makeReceiptAudit } from '../../src/chain/receipt-audit.ts'
import type { Intent } from '../../src/domain/order.ts'
import type { Side } from '../../src/domain/order-lifecycle.ts'
import type { NewOrder } from '../../src/usecases/ports.ts'
import { anIntent, anOrder } from './builders.ts'
import { networkWire } from './network.ts'

/** An event as a transaction would make it, before it stands in a block. */
export type PendingEvent = Pick<ChainEvent, 'subject' | 'kind' | 'payload' | 'txHash'>
/** A hash of one digit. */
export const hashOf = (digit: string) => `0x${digit.repeat(64)}` as const

/** A funding of a vault that no order names. */
export const createdEvent = {
  subject: `0x${'1'.repeat(40)}`,
  kind: 'created',
  payload: { commitmentHash: hashOf('2') },
  txHash: hashOf('3'),
} as const satisfies PendingEvent

export type ModelBlock = Header & { readonly events: readonly ChainEvent[] }

/** A chain that exists in memory only: it can be mined, forked and put back, and read as the watcher reads a real one. */
export interface ModelChain {
  /** The canonical chain, from block 0. */
  readonly blocks: readonly ModelBlock[]
  mine(events?: readonly PendingEvent[], secs?: number): ModelBlock
  /** Takes away the newest blocks, and returns them. */
  drop(count: number): ModelBlock[]
  /** Puts blocks back that were taken away: a branch that becomes canonical again. */
  putBack(blocks: readonly ModelBlock[]): void
  readonly provider: Provider
  /** Called before each answer of the provider: a chain may change while it is read. */
  onRead: () => void
  /** How far below the head the chain calls blocks final. */
  finalDepth: number
}

const sha256 = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

export function makeModelChain(name: string, startTime: number): ModelChain {
  const seed = randomBytes(8).toString('hex')
  let made = 0
  const blocks: ModelBlock[] = []
  const at = (number: bigint): ModelBlock => {
    const found = blocks[Number(number)]
    if (found === undefined) throw new ProviderError('behind', `${name} has no block ${number}`)
    return found
  }
  const mine: ModelChain['mine'] = (events = [], secs = 1) => {
    const parent = blocks.at(-1)
    made += 1
    const hash = sha256(`${seed} ${made}`)
    const number = BigInt(blocks.length)
    const timestamp = (parent?.timestamp ?? startTime) + secs
    const mined = {
      number,
      hash,
      parentHash: parent?.hash ?? sha256(seed),
      timestamp,
      logsBloom: '0x' as const,
      receiptsRoot: '0x' as const,
      isProven: true,
      events: events.map((event, logIndex) => ({
        ...event,
        logIndex,
        blockNumber: number,
        blockHash: hash,
        blockTimestamp: timestamp,
      })),
    }
    blocks.push(mined)
    return mined
  }
  mine()
  const answering =
    <A extends unknown[], T>(answer: (...args: A) => T) =>
    async (...args: A): Promise<T> => {
      model.onRead()
      return answer(...args)
    }
  const eventsOf = (header: Header) => {
    const found = at(header.number)
    if (found.hash !== header.hash) throw new ProviderError('wrong_data', `${name} returned logs of other blocks`)
    return found.events
  }
  const model: ModelChain = {
    blocks,
    mine,
    drop: (count) => blocks.splice(blocks.length - count, count),
    putBack: (some) => {
      blocks.push(...some)
    },
    onRead: () => undefined,
    finalDepth: 0,
    provider: {
      name,
      verify: async () => undefined,
      head: answering(() => at(BigInt(blocks.length - 1))),
      tagged: answering(() => at(BigInt(Math.max(0, blocks.length - 1 - model.finalDepth)))),
      header: answering((number) => at(number)),
      mayHoldEvents: ({ number }) => (blocks[Number(number)]?.events.length ?? 0) > 0,
      eventsOf: answering((headers) => headers.flatMap(eventsOf)),
      eventsIn: answering((from, to) => blocks.slice(Number(from), Number(to) + 1).flatMap(({ events }) => events)),
      hasReceiptOf: answering((event) => at(event.blockNumber).events.some((one) => eventKey(one) === eventKey(event))),
      hasUselessBloom: () => false,
      provenEvents: answering(({ number }) => ({ events: at(number).events, by: 'hash' as const })),
    },
  }
  return model
}

/** The lies that an endpoint tells now. */
export type Lies = {
  /** Seconds that it adds to the time of every block. */
  clockSecs: number
  /** It leaves events out of the logs; with `denied` it also shows no receipts of them. */
  logs: 'told' | 'hidden' | 'denied'
  /** It names other transactions for true events, in the logs and in the receipts: these hash to the same. */
  hasOtherTxs: boolean
  /** It shows empty bloom filters, which say nothing. */
  hasEmptyBlooms: boolean
  /** It names another hash when it is asked again for a block whose logs it told. */
  hasOtherHashAgain: boolean
  /** It does not answer: to anything, or where it is asked for logs. */
  silentAbout: 'nothing' | 'all' | 'logs'
  /** Every third answer is true. */
  isFickle: boolean
  /** Blocks of its own, each of which hashes to what it names and follows the one before. */
  invents: Invention | undefined
}

/** Invented blocks. `event` stands in the first of them. */
export type Invention = {
  readonly event: PendingEvent
  /** How many of the newest true blocks they replace, and how many there are. A single one below the head links to nothing. */
  readonly replaced: number
  readonly count: number
}

export const noLies: Lies = {
  clockSecs: 0,
  logs: 'told',
  hasOtherTxs: false,
  hasEmptyBlooms: false,
  hasOtherHashAgain: false,
  silentAbout: 'nothing',
  isFickle: false,
  invents: undefined,
}

/** The transaction that a liar names instead of another one. */
export const otherTxOf = (txHash: Hex): Hex => sha256(`other ${txHash}`)

/** The blocks that a liar puts in the place of true ones, or above them. */
function inventedBlocks({ blocks }: ModelChain, invention: Invention | undefined): ModelBlock[] {
  if (invention === undefined) return []
  const { event, replaced, count } = invention
  const invented: ModelBlock[] = []
  let parent = blocks[Math.max(0, blocks.length - 1 - replaced)] as ModelBlock
  while (invented.length < count) {
    const [number, timestamp] = [parent.number + 1n, parent.timestamp + 1]
    const hash = sha256(`invented ${parent.hash} ${event.txHash}`)
    const place = { logIndex: 0, blockNumber: number, blockHash: hash, blockTimestamp: timestamp, isTimeProven: true }
    const events = invented.length === 0 ? [{ ...event, ...place }] : []
    parent = { ...parent, number, hash, parentHash: parent.hash, timestamp, events }
    invented.push(parent)
  }
  return invented
}

/**
 * A second endpoint of a chain, which lies. It cannot make another block with the same hash: what it changes in a header is
 * not covered by that hash, and its receipts prove nothing. A block with a hash of its own it can make.
 */
export function makeLiar(model: ModelChain, lies: Lies): Provider {
  const honest = model.provider
  const toldBlocks = new Set<bigint>()
  const isHeaderChanged = () => lies.clockSecs !== 0 || lies.hasEmptyBlooms
  const withLies = (header: Header): Header =>
    isHeaderChanged() ? { ...header, timestamp: header.timestamp + lies.clockSecs, isProven: false } : header
  const toldAgain = (header: Header): Header =>
    lies.hasOtherHashAgain && toldBlocks.has(header.number)
      ? { ...header, hash: sha256(`other ${header.hash}`), isProven: false }
      : header
  const told = (events: readonly ChainEvent[]): ChainEvent[] => {
    for (const { blockNumber } of events) toldBlocks.add(blockNumber)
    return lies.logs === 'told'
      ? events.map((event) => ({ ...withTx(event), blockTimestamp: event.blockTimestamp + lies.clockSecs }))
      : []
  }
  const withTx = (event: ChainEvent): ChainEvent =>
    lies.hasOtherTxs ? { ...event, txHash: otherTxOf(event.txHash) } : event
  const noEvents = { events: [] }
  const invented = () => inventedBlocks(model, lies.invents)
  const inventedAt = (number: bigint) => invented().find((block) => block.number === number)
  const inventedWith = (hash: Hex) => invented().find((block) => block.hash === hash)
  return {
    ...honest,
    name: `liar of ${honest.name}`,
    head: async () => {
      const [top, head] = [invented().at(-1), await honest.head()]
      return top !== undefined && top.number > head.number ? top : withLies(head)
    },
    tagged: async (tag) => withLies(await honest.tagged(tag)),
    header: async (number) => inventedAt(number) ?? toldAgain(withLies(await honest.header(number))),
    mayHoldEvents: (header) =>
      lies.hasEmptyBlooms || (inventedWith(header.hash)?.events.length ?? 0) > 0 || honest.mayHoldEvents(header),
    hasUselessBloom: (header) => lies.hasEmptyBlooms && honest.mayHoldEvents(header),
    eventsOf: async (headers) => {
      const own = headers.flatMap(({ hash }) => inventedWith(hash) ?? [])
      const others = headers.filter(({ hash }) => !own.some((block) => block.hash === hash))
      return [...told(await honest.eventsOf(others)), ...own.flatMap(({ events }) => events)]
    },
    eventsIn: async (from, to) => {
      const own = invented().filter(({ number }) => number >= from && number <= to)
      const others = (await honest.eventsIn(from, to)).filter(
        ({ blockNumber }) => !own.some(({ number }) => number === blockNumber),
      )
      return [...told(others), ...own.flatMap(({ events }) => events)]
    },
    hasReceiptOf: async (event) => {
      if (inventedWith(event.blockHash) !== undefined) return true
      if (lies.logs === 'denied') return false
      const { events } = (await honest.provenEvents({ number: event.blockNumber, hash: event.blockHash })) ?? noEvents
      return events.some((one) => eventKey(withTx(one)) === eventKey(event))
    },
    provenEvents: async (block) => {
      const own = inventedWith(block.hash)
      if (own !== undefined) return { events: own.events, by: 'hash' }
      const proof = lies.hasOtherTxs ? await honest.provenEvents(block) : undefined
      return proof && { events: proof.events.map(withTx), by: 'hash' }
    },
  }
}

/** An endpoint of a chain whose hashes cover other fields than are known: they prove nothing. */
export const unprovable = (provider: Provider): Provider => ({
  ...provider,
  head: async () => ({ ...(await provider.head()), isProven: false }),
  tagged: async (tag) => ({ ...(await provider.tagged(tag)), isProven: false }),
  header: async (number) => ({ ...(await provider.header(number)), isProven: false }),
  mayHoldEvents: () => true,
  eventsOf: async (headers) => unprovenTimes(await provider.eventsOf(headers)),
  eventsIn: async (from, to) => unprovenTimes(await provider.eventsIn(from, to)),
  provenEvents: async () => undefined,
})
const unprovenTimes = (events: readonly ChainEvent[]) => events.map((event) => ({ ...event, isTimeProven: false }))

const asked = ['head', 'tagged', 'header', 'eventsOf', 'eventsIn', 'hasReceiptOf', 'provenEvents'] as const

/** The provider, of which each answer is `answerOf` what is asked. */
export function answeringBy(provider: Provider, answerOf: (method: (typeof asked)[number]) => Provider): Provider {
  const ask = (method: (typeof asked)[number]) => async (first: never, second: never) => {
    const answer = answerOf(method)[method] as (first: never, second: never) => Promise<unknown>
    return answer(first, second)
  }
  return { ...provider, ...Object.fromEntries(asked.map((method) => [method, ask(method)])) }
}

/** The liar, that keeps silent or tells the truth in between, as it is told to. */
export function asToldTo(liar: Provider, honest: Provider, lies: Lies): Provider {
  let answers = 0
  return answeringBy(liar, (method) => {
    answers += 1
    if (lies.silentAbout === 'all' || (lies.silentAbout === 'logs' && method.startsWith('events')))
      throw new ProviderError('timeout', `${liar.name} does not answer`)
    return lies.isFickle && answers % 3 === 0 ? honest : liar
  })
}

/** The only endpoint of a chain without bloom filters: it leaves events out of the logs of new blocks, and has their receipts. */
export function makeForgetful(model: ModelChain, lies: Lies): Provider {
  const { provider } = model
  return {
    ...provider,
    hasUselessBloom: ({ number }) => (model.blocks[Number(number)]?.events.length ?? 0) > 0,
    eventsOf: async (headers) => (lies.logs === 'told' ? provider.eventsOf(headers) : []),
  }
}

/** The dependencies of a real look at the chain, with the model as its only endpoint, or with others before and after it. */
export function lookOf(
  config: ChainConfig,
  model: ModelChain,
  store: ChainStore & DeadlineStore,
  {
    others = [],
    later = [],
    now = Date.now,
    maxLagMs = Number.POSITIVE_INFINITY,
  }: { others?: readonly Provider[]; later?: readonly Provider[]; now?: () => number; maxLagMs?: number } = {},
): Look {
  const providers = [...others, model.provider, ...later]
  const observer = { failed: () => undefined, isUp: () => undefined, isPreferred: () => undefined }
  return {
    config,
    pool: makeProviderPool(providers, { now, blockTimeMs: config.block_time_ms, observer }),
    store,
    observer: { stepped: () => undefined, reorged: () => undefined, turned: () => undefined },
    now,
    memory: newLookMemory(),
    maxLagMs,
    audit: makeReceiptAudit({ sampleBlocks: 64, random: Math.random }),
  }
}

/** Looks until nothing is left to be read. */
export async function catchUp(look: Look): Promise<void> {
  for (;;) {
    const { found, at } = await lookAtChain(look)
    if (found !== 'idle') continue
    const { number } = await look.pool.run((provider) => provider.head())
    if (at === number) return
  }
}

const network = networkSchema.parse(networkWire)

/** A dollar a token: an order of 25 USDC is worth 25 dollars. */
export const pricedAssets = network.assets.map((asset) => ({ ...asset, usd_price_ceiling: '1' }))

export const chainConfig = (name: string, over: Partial<ChainConfig> = {}): ChainConfig => {
  const config = network.chains.find(({ chain }) => chain === name)
  if (config === undefined) throw new Error(`no chain ${name}`)
  return { ...config, ...over }
}

export type ModelOrder = { readonly order: NewOrder; readonly secret: Hex }

/** An order whose commitment hash has a secret; `terms` are of both sides. */
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

/** A transaction with this event of one side's vault; each call is another transaction. */
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
