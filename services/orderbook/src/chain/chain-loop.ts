import type { ChainConfig } from '@tandem/contracts'
import type { ChainStore, Cursor, Step } from './chain-store.ts'
import type { Header, Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import type { Peer, ProviderPool } from './provider-pool.ts'
import {
  expectSameBlock,
  isReorgWitnessed,
  witnessedEventsIn,
  witnessedEventsOf,
  witnessedHead,
} from './provider-witness.ts'

/** Blocks of one step whose headers are all fetched, each linked to the one before. */
const linkedBlocks = 32n
/** Blocks that are remembered, and so the deepest reorg that is followed. */
export const rememberedBlocks = 256n

/** The chain has replaced more blocks than are remembered. Nothing is undone; a person must look. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError'
}

export interface LoopObserver {
  stepped(step: Step, changedOrders: readonly string[]): void
  reorged(depth: number): void
}

/** What one look at the chain found. `advanced`: there is more to read at once. `at`: the last block that is stored. */
export type Outcome = { readonly found: 'advanced' | 'idle' | 'raced'; readonly at: bigint | undefined }

/** Blocks of one wide step; a provider that allows fewer at once is asked more often. */
const widestStep = 2_000n
/** How long a reorg waits for a second endpoint that could confirm it, while none of the others answers. */
const reorgPatienceMs = 30_000

/** What a look reads with. `unwitnessedSince`: when a reorg first found no endpoint to confirm it. */
export interface Look {
  readonly config: ChainConfig
  readonly pool: ProviderPool
  readonly store: ChainStore
  readonly observer: LoopObserver
  readonly now: () => number
  unwitnessedSince?: number | undefined
  /** Blocks of one wide step, where not as many as usual. */
  readonly stepBlocks?: bigint
  /** What follows the step that is being stored, read meanwhile. */
  ahead?: Ahead | undefined
}

/** A step that was read before the cursor stood where it begins. Never rejects; without a step, it is to be read anew. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}

/**
 * One look at the chain: reads what came after the cursor and stores it. One provider serves the whole step, and its
 * peers bear witness where it could mislead: events, reorgs, and a head that is too far off to be linked.
 *
 * @throws the provider's errors, DisputedError and DeepReorgError. The store is then as it was.
 */
export async function lookAtChain(look: Look): Promise<Outcome> {
  const { pool, store, observer } = look
  const cursor = await store.cursor()
  const step = (await takeAhead(look, cursor)) ?? (await read(look, readStep, cursor))
  if (step === undefined) return { found: 'idle', at: cursor?.number }
  if (step.to.number < lastWide(step.head, store))
    look.ahead = { from: step.to, step: read(look, readFar, step.to).catch(() => undefined) }
  const changed = await store.apply(step)
  if (changed === undefined) return { found: 'raced', at: cursor?.number }
  pool.reached(step.to.number)
  if (step.rollBackTo !== undefined && cursor !== undefined) observer.reorged(Number(cursor.number - step.rollBackTo))
  observer.stepped(step, changed)
  return { found: step.to.number < step.head.number ? 'advanced' : 'idle', at: step.to.number }
}

type Reader<C> = (look: Look, provider: Provider, peers: readonly Peer[], cursor: C) => Promise<Step | undefined>

/** Reads a step with one provider; `undefined` when nobody has more than what is stored. */
async function read<C>(look: Look, reader: Reader<C>, cursor: C): Promise<Step | undefined> {
  const { pool, config } = look
  try {
    return await pool.run(async (provider, peers) => {
      const step = await reader(look, provider, peers, cursor)
      const tag = config.finality_tag
      if (step === undefined || tag === null) return step
      return { ...step, head: { ...step.head, tagged: await lowestTagged(tag, provider, peers) } }
    })
  } catch (error) {
    if (error instanceof ProviderError && error.class === 'behind') return undefined
    throw error
  }
}

/**
 * The step that was read ahead, if the cursor stands where it begins and its last block still stands: a reorg meanwhile,
 * or another watcher, makes it worthless.
 */
async function takeAhead(look: Look, cursor: Cursor | undefined): Promise<Step | undefined> {
  const { ahead } = look
  look.ahead = undefined
  const step = await ahead?.step
  if (step === undefined || cursor?.number !== ahead?.from.number || cursor?.hash !== ahead?.from.hash) return undefined
  const standing = await look.pool.run((provider) => provider.header(step.to.number)).catch(() => undefined)
  return standing?.hash === step.to.hash ? step : undefined
}

/** The lowest block that any endpoint calls final: what one alone says confirms nothing. None has one on a young chain. */
async function lowestTagged(
  tag: 'safe' | 'finalized',
  provider: Provider,
  peers: readonly Peer[],
): Promise<bigint | undefined> {
  const own = provider.tagged(tag).catch((error: unknown) => {
    if (error instanceof ProviderError && error.class === 'behind') return undefined
    throw error
  })
  const named = await Promise.all([own, ...peers.map((peer) => peer.ask((one) => one.tagged(tag)))])
  return named[0] && named.flatMap((one) => one?.number ?? []).toSorted((a, b) => Number(a - b))[0]
}

async function readStep(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor | undefined,
): Promise<Step | undefined> {
  const head = await provider.head()
  if (cursor === undefined) return firstStep(look, provider, peers, head)
  // A provider that lags says nothing about blocks that it does not have.
  if (head.number < cursor.number)
    throw new ProviderError('behind', `${provider.name} is ${cursor.number - head.number} blocks behind`)
  if (head.number > cursor.number || head.hash !== cursor.hash) {
    const standing = await provider.header(cursor.number)
    if (standing.hash !== cursor.hash) return rollBack(look, provider, peers, cursor, standing, head)
  }
  look.unwitnessedSince = undefined
  if (head.number === cursor.number) {
    if (head.hash !== cursor.hash) throw wrongHead(provider, head)
    return undefined
  }
  if (head.number - cursor.number <= linkedBlocks) return linkedStep(provider, peers, cursor, head)
  const known = await witnessedHead(provider, peers, head, cursor.number)
  if (cursor.number < lastWide(known, look.store)) return wideStep(look, provider, peers, cursor, known)
  return linkedStep(provider, peers, cursor, known)
}

/** What follows a block that is not stored yet, as long as that is far below the head; whatever else is left to a look. */
async function readFar(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
): Promise<Step | undefined> {
  const head = await provider.head()
  if (cursor.number >= lastWide(head, look.store)) return undefined
  const standing = await provider.header(cursor.number)
  if (standing.hash !== cursor.hash) return undefined
  const known = await witnessedHead(provider, peers, head, cursor.number)
  return cursor.number < lastWide(known, look.store) ? wideStep(look, provider, peers, cursor, known) : undefined
}

/** Where wide steps end: a reorg of the blocks above is followed, so that each of them must be remembered. */
const lastWide = (head: Pick<Header, 'number'>, { rememberedBlocks: remembered }: ChainStore): bigint =>
  head.number - larger(linkedBlocks, remembered)

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

/** Far behind: a range of blocks that are not linked, up to where the linked ones begin. */
async function wideStep(
  { store, stepBlocks = widestStep }: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
  head: Header,
): Promise<Step> {
  const to = await provider.header(smaller(cursor.number + stepBlocks, lastWide(head, store)))
  await expectSameBlock(provider, peers, to)
  const events = await witnessedEventsIn(provider, peers, cursor.number + 1n, to)
  return { from: cursor, to: cursorAt(to), head: headAt(head), blocks: [cursorAt(to)], events }
}

/** Close to the head: every block up to it, or as many as one step takes, each linked to the one before. */
async function linkedStep(
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
  head: Header,
): Promise<Step | undefined> {
  const headers = await linkedHeaders(provider, cursor, smaller(cursor.number + linkedBlocks, head.number))
  const last = headers?.at(-1)
  if (headers === undefined || last === undefined) return unlinked(provider, cursor, head)
  if (last.number === head.number && last.hash !== head.hash) return unlinked(provider, cursor, head)
  const events = await witnessedEventsOf(provider, peers, headers)
  return { from: cursor, to: cursorAt(last), head: headAt(head), blocks: headers.map(cursorAt), events }
}

/** The chain changed while it was read, and the next look sees how; or the provider's answers cannot all be true. */
async function unlinked(provider: Provider, cursor: Cursor, head: Header): Promise<undefined> {
  const [now, standing] = await Promise.all([provider.head(), provider.header(cursor.number)])
  if (now.hash === head.hash && standing.hash === cursor.hash) throw wrongHead(provider, head)
}

const wrongHead = (provider: Provider, head: Header) =>
  new ProviderError('wrong_data', `${provider.name} names a head at ${head.number} that does not follow its blocks`)

const cursorAt = ({ number, hash }: Header): Cursor => ({ number, hash })
const headAt = ({ number, timestamp }: Header): Step['head'] => ({ number, timestamp })

/** Begins at the block before the first that can hold an escrow, and no closer to the head than a reorg may reach. */
async function firstStep(
  { config, store }: Look,
  provider: Provider,
  peers: readonly Peer[],
  head: Header,
): Promise<Step> {
  const start = BigInt(Math.max(0, config.start_block - 1))
  const known = head.number > start ? await witnessedHead(provider, peers, head, start) : head
  const to = cursorAt(await provider.header(larger(0n, smaller(start, known.number - store.rememberedBlocks))))
  await expectSameBlock(provider, peers, to)
  return { from: undefined, to, head: headAt(known), blocks: [to], events: [] }
}

async function linkedHeaders(provider: Provider, cursor: Cursor, toNumber: bigint): Promise<Header[] | undefined> {
  const count = Number(toNumber - cursor.number)
  const headers = await Promise.all(
    Array.from({ length: count }, (_, index) => provider.header(cursor.number + 1n + BigInt(index))),
  )
  let parent = cursor.hash
  for (const header of headers) {
    if (header.parentHash !== parent) return undefined
    parent = header.hash
  }
  return headers
}

/**
 * Finds the newest remembered block that still stands, and takes back everything above it. Where the chain has several
 * endpoints, a second one must have the new block too.
 */
async function rollBack(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
  instead: Header,
  head: Header,
): Promise<Step | undefined> {
  const { pool, store, now } = look
  if (pool.size > 1 && !(await isReorgWitnessed(provider, peers, cursor, instead))) {
    look.unwitnessedSince ??= now()
    if (now() - look.unwitnessedSince < reorgPatienceMs)
      throw new DisputedError(`only ${provider.name} shows that block ${cursor.number} was replaced`)
  }
  look.unwitnessedSince = undefined
  const known = await headAbove(provider, peers, instead, head)
  if (known === undefined) return unlinked(provider, cursorAt(instead), head)
  for (const block of await store.blocksDownFrom(cursor.number - 1n)) {
    const { hash } = await provider.header(block.number)
    if (hash !== block.hash) continue
    return { from: cursor, to: block, head: headAt(known), blocks: [], events: [], rollBackTo: block.number }
  }
  throw new DeepReorgError(`block ${cursor.number} and every remembered block below it were replaced`)
}

/** The head, if it follows the block; facts are confirmed by their distance from it. */
async function headAbove(
  provider: Provider,
  peers: readonly Peer[],
  block: Header,
  head: Header,
): Promise<Header | undefined> {
  if (head.number - block.number > linkedBlocks) return witnessedHead(provider, peers, head, block.number)
  const headers = await linkedHeaders(provider, block, head.number)
  return headers !== undefined && (headers.at(-1) ?? block).hash === head.hash ? head : undefined
}
