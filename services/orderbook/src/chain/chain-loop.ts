import type { ChainConfig } from '@tandem/contracts'
import type { Hex } from 'viem'
import type { ChainStore, Cursor, DeadlineStore, RememberedBlock, Step } from './chain-store.ts'
import { batchesOfDeadlines, turnDeadlines } from './deadlines.ts'
import { larger, lastUnlinked, linkedBlocks, needsStanding, planRead, planStep, smaller } from './plan-step.ts'
import type { Header, Provider } from './provider.ts'
import { contradiction, DisputedError, ProviderError } from './provider-error.ts'
import type { Peer, ProviderPool } from './provider-pool.ts'
import {
  expectLinkedHead,
  expectNoProofAgainst,
  isReorgWitnessed,
  isSameBlock,
  type Witnessed,
  witnessedEventsIn,
  witnessedEventsOf,
} from './provider-witness.ts'
import { makeRangeSize, type RangeSize } from './range-size.ts'
import type { ReceiptAudit } from './receipt-audit.ts'
import { mayBeAlone, type SharedHeadMemory, sharedHead, sinceRead, type Waiting } from './shared-head.ts'
import { makeVotes, type Votes } from './votes.ts'

/** The chain has replaced more blocks than are remembered. Nothing is undone; a person must look. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError'
}

export interface LoopObserver {
  stepped(step: Step, changedOrders: readonly string[]): void
  reorged(depth: number): void
  /** Orders that a deadline changed, or gave back after a reorg. */
  turned(changedOrders: readonly string[]): void
}

/**
 * The result of one look at the chain. `advanced`: there is more to do at once. `idle`: read up to the head. `behind`:
 * no endpoint has what is stored already. `at`: the last block that is stored.
 */
export type Outcome = { readonly found: 'advanced' | 'idle' | 'behind' | 'raced'; readonly at: bigint | undefined }

/** Blocks of one wide step; a provider that allows fewer at once is asked more often. */
const widestStep = 2_000
/** How often in a row one endpoint's chain may have changed while it was read. */
const mostUnlinked = 3
/** How long a reorg waits at least for a second endpoint that could confirm it, while none of the others answers. */
const reorgPatienceMs = 30_000

/** The dependencies and the memory of a look. */
export interface Look {
  readonly config: ChainConfig
  readonly pool: ProviderPool
  readonly store: ChainStore & DeadlineStore
  readonly observer: LoopObserver
  readonly now: () => number
  readonly audit: ReceiptAudit
  /** How long other endpoints hold up what one shows, where they are silent or one of them stands still. */
  readonly maxLagMs: number
  /** Blocks of one wide step, where not as many as usual. */
  readonly stepBlocks?: bigint
  readonly memory: LookMemory
}

/** The state that one look leaves to the next. */
export interface LookMemory extends SharedHeadMemory {
  /** The replacement of a stored block that no other endpoint has confirmed, and when it was first shown. */
  unwitnessed?: { readonly replacement: Hex; readonly since: number } | undefined
  /** The events that follow, which no other endpoint than `by` has told. */
  unheard?: (Waiting & { readonly by: string }) | undefined
  /** Endpoints differ about the events that follow, up to the block `to`, and nothing shows which is right. */
  disputed?: (Waiting & { readonly to: bigint }) | undefined
  /** When each endpoint was outvoted last, by name. */
  readonly outvotedAt: Map<string, number>
  /** How often in a row the blocks of an endpoint did not follow each other, because its chain seemed to change meanwhile. */
  unlinked?: { readonly name: string; readonly times: number } | undefined
  /** The step after the one that is being stored, read meanwhile. */
  ahead?: Ahead | undefined
  /** Blocks of one step: fewer after one that could not be stored. */
  readonly steps: RangeSize
  /** Orders of one batch of deadlines: fewer after one that failed. */
  readonly batches: RangeSize
  /** When the deadlines are to be looked at, though no step was stored. */
  deadlinesAt: number
  /** When the time of a block was last compared with another endpoint's. */
  timeWitnessedAt: number
  /** Since when no other endpoint has the block that the clock waits for. */
  clockHeldSince?: number | undefined
  /** When it was last noted that the chain is read up to its head. */
  markedAt: number
}

export const newLookMemory = (): LookMemory => ({
  outvotedAt: new Map(),
  steps: makeRangeSize(widestStep),
  batches: makeRangeSize(batchesOfDeadlines),
  deadlinesAt: 0,
  timeWitnessedAt: 0,
  markedAt: 0,
})

/** A step that was read before the cursor stood where it begins. Never rejects; without a step, it is to be read anew. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}

/** How often it is noted that a chain is read up to its head. */
const markEveryMs = 5_000

/**
 * One look at the chain: reads what came after the cursor and stores it, then turns the orders whose deadline has passed.
 * One provider serves the whole step, and its peers bear witness where it could mislead: events, reorgs, times, and a head
 * that is too far off to be linked.
 *
 * @throws the provider's errors, DisputedError and DeepReorgError. Data that was stored before the error stays.
 */
export async function lookAtChain(look: Look): Promise<Outcome> {
  const { store, memory, now } = look
  const cursor = await store.cursor()
  const step = (await takeAhead(look, cursor)) ?? (await read(look, readStep, cursor))
  const hasStepped = step !== 'behind' && step !== undefined
  const { found, at }: Outcome = hasStepped
    ? await storeStep(look, cursor, step)
    : { found: step ?? 'idle', at: cursor?.number }
  const turned = await turnDeadlines(look, { hasStepped })
  if (found === 'idle' && now() - memory.markedAt >= markEveryMs) {
    await store.markRead()
    memory.markedAt = now()
  }
  return { found: found === 'idle' && turned === 'more' ? 'advanced' : found, at }
}

async function storeStep(look: Look, cursor: Cursor | undefined, step: Step): Promise<Outcome> {
  const { pool, store, observer, memory } = look
  if (step.to.number < lastUnlinked(step.head, store.rememberedBlocks))
    memory.ahead = { from: step.to, step: read(look, readFar, step.to).then(orNothing, () => undefined) }
  const changed = await store.apply(step).catch((error: unknown) => {
    // A step that takes longer than a statement may would fail for ever: the next one is smaller.
    memory.steps.refused(Number(step.to.number - (step.from?.number ?? step.to.number)))
    throw error
  })
  if (changed === undefined) return { found: 'raced', at: cursor?.number }
  memory.steps.accepted()
  // An endpoint that is believed alone does not show that others are behind.
  if (memory.alone === undefined) pool.reached(step.to.number)
  if (step.rollBackTo !== undefined && cursor !== undefined) observer.reorged(Number(cursor.number - step.rollBackTo))
  observer.stepped(step, changed)
  return { found: step.to.number < step.head.number ? 'advanced' : 'idle', at: step.to.number }
}

type Reader<C> = (look: Look, provider: Provider, peers: readonly Peer[], cursor: C) => Promise<Step | undefined>

/** Reads a step with one provider; `undefined` when the chain has nothing more, `behind` when no endpoint has as much. */
async function read<C>(look: Look, reader: Reader<C>, cursor: C): Promise<Step | 'behind' | undefined> {
  const { pool, config } = look
  try {
    return await pool.run(async (provider, peers) => {
      const step = await reader(look, provider, peers, cursor)
      const tag = config.finality_tag
      if (step === undefined || tag === null) return step
      return { ...step, head: { ...step.head, tagged: await agreedTag(look, tag, provider, peers) } }
    })
  } catch (error) {
    if (error instanceof ProviderError && error.class === 'behind') return 'behind'
    throw error
  }
}

const orNothing = (step: Step | 'behind' | undefined): Step | undefined => (step === 'behind' ? undefined : step)

/**
 * The step that was read ahead, if the cursor stands where it begins and its last block still stands: a reorg meanwhile,
 * or another watcher, makes it worthless.
 */
async function takeAhead({ memory, pool }: Look, cursor: Cursor | undefined): Promise<Step | undefined> {
  const { ahead } = memory
  memory.ahead = undefined
  const step = await ahead?.step
  if (step === undefined || cursor?.number !== ahead?.from.number || cursor?.hash !== ahead?.from.hash) return undefined
  const standing = await pool.run((provider) => provider.header(step.to.number)).catch(() => undefined)
  return standing?.hash === step.to.hash ? step : undefined
}

/**
 * The block that endpoints call final: one endpoint's word alone confirms nothing. Of two the lower; of more the second
 * lowest, so that one that names an old block does not stop the chain. On a young chain no endpoint names a block.
 */
async function agreedTag(
  look: Look,
  tag: 'safe' | 'finalized',
  provider: Provider,
  peers: readonly Peer[],
): Promise<bigint | undefined> {
  const own = provider.tagged(tag).catch((error: unknown) => {
    if (error instanceof ProviderError && error.class === 'behind') return undefined
    throw error
  })
  const answers = await Promise.all([own, ...peers.map((peer) => peer.ask((one) => one.tagged(tag)))])
  const named = answers.flatMap((one) => one?.number ?? []).toSorted((a, b) => Number(a - b))
  if (named.length === 1 && !mayBeAlone(look, provider)) return undefined
  return named.length > 2 ? named[1] : named[0]
}

/** Reads what `planStep` decides from one provider's view. */
async function readStep(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor | undefined,
): Promise<Step | undefined> {
  const head = await provider.head()
  const standing = needsStanding(cursor, head) ? await provider.header(cursor.number) : undefined
  const { does } = planStep({ cursor, head, standing })
  if (does === 'rest') look.memory.held = undefined
  if (cursor === undefined) return firstStep(look, provider, peers, head)
  if (does === 'behind')
    throw new ProviderError('behind', `${provider.name} is ${cursor.number - head.number} blocks behind`)
  if (does === 'roll_back' && standing !== undefined) return rollBack(look, provider, peers, cursor, standing, head)
  look.memory.unwitnessed = undefined
  if (does === 'refuse_head') throw wrongHead(provider, head)
  if (does !== 'read') return undefined
  if (head.number - cursor.number <= linkedBlocks) return linkedStep(look, provider, peers, cursor, head)
  const shared = await distantHead(look, provider, peers, cursor.number, head)
  if (shared === undefined) return undefined
  const { by, to } = planRead(cursor, shared, limitsOf(look, cursor))
  return by === 'range'
    ? rangeStep(look, provider, peers, cursor, shared, to)
    : linkedStep(look, provider, peers, cursor, shared)
}

/**
 * Reads the step after a block that is not stored yet, as long as that block is far below the head; every other case is
 * left to a look.
 */
async function readFar(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
): Promise<Step | undefined> {
  const head = await provider.head()
  if (planRead(cursor, head, limitsOf(look, cursor)).by === 'linked') return undefined
  const standing = await provider.header(cursor.number)
  if (standing.hash !== cursor.hash) return undefined
  const shared = await distantHead(look, provider, peers, cursor.number, head)
  if (shared === undefined) return undefined
  const { by, to } = planRead(cursor, shared, limitsOf(look, cursor))
  return by === 'range' ? rangeStep(look, provider, peers, cursor, shared, to) : undefined
}

/** The head that another endpoint has too, where the endpoint's own is too far off to be linked to the last stored block. */
async function distantHead(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  read: bigint,
  head: Header,
): Promise<Header | undefined> {
  await expectLinkedHead(provider, head)
  return sharedHead(look, { provider, peers, head }, read)
}

const limitsOf = (look: Look, cursor: Cursor) => {
  const { store, stepBlocks, memory } = look
  const allowed = BigInt(memory.steps.current())
  const usual = stepBlocks === undefined ? allowed : smaller(stepBlocks, allowed)
  // Newer blocks than those of a dispute have not waited for its end: their logs may be missing at an endpoint.
  const { disputed } = memory
  const isDecided = disputed !== undefined && isLong(look, disputed, cursor)
  return {
    remembered: store.rememberedBlocks,
    widest: isDecided ? smaller(usual, disputed.to - cursor.number) : usual,
  }
}

/** Whether something that follows the last stored block was waited for long enough. */
const isLong = ({ now, maxLagMs }: Look, waiting: Waiting | undefined, { number }: Cursor): boolean =>
  waiting?.read === number && now() - waiting.since >= maxLagMs

/** Far behind: a range of blocks that are not linked, up to where the linked ones begin. */
async function rangeStep(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
  head: Header,
  toNumber: bigint,
): Promise<Step | undefined> {
  const to = await provider.header(toNumber)
  // The headers between are not fetched, so no hash links the range to the cursor: another endpoint must have that block too.
  if (!(await isHere(look, provider, peers, cursor)) || !(await isHere(look, provider, peers, to))) return undefined
  const events = await believed(look, { provider, peers, headers: [] }, { cursor, to }, (votes) =>
    witnessedEventsIn(provider, peers, cursor.number + 1n, to, look.audit, votes),
  ).catch((error: unknown) => {
    // An endpoint that tells so wide a range too slowly would do so again.
    if (error instanceof ProviderError && error.class === 'timeout')
      look.memory.steps.refused(Number(to.number - cursor.number))
    throw error
  })
  if (events === undefined) return undefined
  return { from: cursor, to: cursorAt(to), head: headAt(head), blocks: [blockAt(to)], events }
}

/**
 * Close to the head: every block up to it, or as many as one step takes, each linked to the one before; of these, the ones
 * that another endpoint has too.
 */
async function linkedStep(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  cursor: Cursor,
  head: Header,
): Promise<Step | undefined> {
  const { to } = planRead(cursor, head, limitsOf(look, cursor))
  const headers = await linkedHeaders(provider, cursor, to)
  const newest = headers?.at(-1)
  if (headers === undefined || newest === undefined) return unlinked(look, provider, cursor, head)
  if (newest.number === head.number && newest.hash !== head.hash) return unlinked(look, provider, cursor, head)
  if (look.memory.unlinked?.name === provider.name) look.memory.unlinked = undefined
  const headerOf = async (number: bigint) =>
    headers.find((header) => header.number === number) ?? (await provider.header(number))
  const shared = await sharedHead(look, { provider, peers, head }, cursor.number, headerOf)
  const read = headers.filter(({ number }) => shared !== undefined && number <= shared.number)
  const last = read.at(-1)
  if (shared === undefined || last === undefined) return undefined
  if (last.number < shared.number && !(await isHere(look, provider, peers, last))) return undefined
  // A parent's hash that no hash covers links nothing to the cursor.
  if (!read.every(({ isProven }) => isProven) && !(await isHere(look, provider, peers, cursor))) return undefined
  const events = await believed(look, { provider, peers, headers: read }, { cursor, to: last }, (votes) =>
    witnessedEventsOf(provider, peers, read, look.audit, votes),
  )
  if (events === undefined) return undefined
  return { from: cursor, to: cursorAt(last), head: headAt(shared), blocks: read.map(blockAt), events }
}

/** Whether another endpoint has the block too, or one is believed alone. */
const isHere = async (look: Look, provider: Provider, peers: readonly Peer[], block: Cursor): Promise<boolean> =>
  (await isSameBlock(provider, peers, block)) || mayBeAlone(look, provider)

/**
 * The events, unless other endpoints that may still answer were silent about them. After a long silence they are believed
 * where no receipts that others show deny them.
 */
async function believed(
  look: Look,
  { provider, peers, headers }: { provider: Provider; peers: readonly Peer[]; headers: readonly Header[] },
  { cursor, to }: { cursor: Cursor; to: Cursor },
  ask: (votes: Votes) => Promise<Witnessed>,
): Promise<Step['events'] | undefined> {
  const { memory, now } = look
  const votes = makeVotes(memory.outvotedAt, now, isLong(look, memory.disputed, cursor))
  const { events, isWitnessed } = await ask(votes).catch((error: unknown) => {
    if (error instanceof DisputedError)
      memory.disputed = { to: to.number, ...sinceRead(look, memory.disputed, cursor.number) }
    throw error
  })
  if (isWitnessed || mayBeAlone(look, provider)) return events
  // An endpoint whose own silence was waited for is not believed by that wait.
  const unheard = memory.unheard?.by === provider.name ? memory.unheard : undefined
  memory.unheard = { ...sinceRead(look, unheard, cursor.number), by: provider.name }
  if (!isLong(look, memory.unheard, cursor)) return undefined
  await expectNoProofAgainst(provider, peers, headers, events)
  return events
}

/**
 * The chain changed while it was read, and the next look sees how; or the provider's answers cannot all be true. One whose
 * chain changes at every look would stop the watcher without ever failing.
 */
async function unlinked({ memory }: Look, provider: Provider, cursor: Cursor, head: Header): Promise<undefined> {
  const { name } = provider
  memory.unlinked = { name, times: memory.unlinked?.name === name ? memory.unlinked.times + 1 : 1 }
  const [now, standing] = await Promise.all([provider.head(), provider.header(cursor.number)])
  if (memory.unlinked.times > mostUnlinked || (now.hash === head.hash && standing.hash === cursor.hash))
    throw wrongHead(provider, head)
}

const wrongHead = (provider: Provider, head: Header) =>
  new ProviderError('wrong_data', `${provider.name} names a head at ${head.number} that does not follow its blocks`)

const cursorAt = ({ number, hash }: Header): Cursor => ({ number, hash })
const blockAt = ({ number, hash, timestamp }: Header): RememberedBlock => ({ number, hash, timestamp })
const headAt = ({ number, timestamp }: Header): Step['head'] => ({ number, timestamp })

/** Begins at the block before the first that can hold an escrow, and no closer to the head than a reorg may reach. */
async function firstStep(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  head: Header,
): Promise<Step | undefined> {
  const start = BigInt(Math.max(0, look.config.start_block - 1))
  // The contract stands in a later block: an older head, believed, would have years of blocks read for nothing.
  if (head.number < start) throw new ProviderError('behind', `${provider.name} has not come to start_block`)
  if (head.number > start) await expectLinkedHead(provider, head)
  const shared = await sharedHead(look, { provider, peers, head }, start - 1n)
  if (shared === undefined) return undefined
  const first = await provider.header(larger(0n, smaller(start, shared.number - look.store.rememberedBlocks)))
  if (!(await isHere(look, provider, peers, first))) return undefined
  return { from: undefined, to: cursorAt(first), head: headAt(shared), blocks: [blockAt(first)], events: [] }
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
  replacement: Header,
  head: Header,
): Promise<Step | undefined> {
  const { pool, store, now, memory } = look
  const isWitnessed = pool.size === 1 || (await isReorgWitnessed(provider, peers, cursor, replacement))
  if (!isWitnessed) {
    // Another replacement than before is waited for anew.
    if (memory.unwitnessed?.replacement !== replacement.hash)
      memory.unwitnessed = { replacement: replacement.hash, since: now() }
    if (now() - memory.unwitnessed.since < Math.max(reorgPatienceMs, look.maxLagMs))
      throw new DisputedError(`only ${provider.name} shows that block ${cursor.number} was replaced`)
  }
  const known = await headAbove(look, provider, peers, replacement, head)
  if (known === undefined) return unlinked(look, provider, cursorAt(replacement), head)
  const remembered = await store.blocksDownFrom(cursor.number - 1n)
  const ancestorOf = (one: Provider) =>
    newestThatStands(remembered, async ({ number, hash }) => (await one.header(number)).hash === hash)
  const ancestor = await ancestorOf(provider)
  const isAgreed = await isAncestorAgreed(provider, peers, ancestor, ancestorOf)
  if (!isAgreed && isWitnessed && !mayBeAlone(look, provider)) return undefined
  memory.unwitnessed = undefined
  if (ancestor === undefined)
    throw new DeepReorgError(`block ${cursor.number} and every remembered block below it were replaced`)
  return { from: cursor, to: ancestor, head: headAt(known), blocks: [], events: [], rollBackTo: ancestor.number }
}

/**
 * Whether a peer finds the same block where the chains part: another one would leave replaced facts, or take true ones.
 *
 * @returns false when none could say.
 * @throws ProviderError when two peers find another block; DisputedError when one does.
 */
async function isAncestorAgreed(
  provider: Provider,
  peers: readonly Peer[],
  ancestor: Cursor | undefined,
  ancestorOf: (one: Provider) => Promise<Cursor | undefined>,
): Promise<boolean> {
  const answers = await Promise.all(
    peers.map((peer) => peer.ask(async (one) => (await ancestorOf(one))?.hash ?? 'none')),
  )
  const found = answers.filter((hash) => hash !== undefined)
  if (found.length === 0) return false
  if (found.includes(ancestor?.hash ?? 'none')) return true
  const text = `${provider.name} finds the chains to part at ${ancestor?.number ?? 'no block'}, and its peers elsewhere`
  throw contradiction(found, text, 'other_fork')
}

/**
 * The newest of these blocks that is still on the chain, found with few questions however deep it lies: every block below
 * one that stands also stands. It is asked for last, so that it stands at that moment.
 *
 * @param blocks newest first.
 */
export async function newestThatStands(
  blocks: readonly Cursor[],
  stands: (block: Cursor) => Promise<boolean>,
): Promise<Cursor | undefined> {
  // The newest that may stand is in [from, to); `to` stands, unless it is the end.
  let from = 0
  let to = blocks.length
  let width = 1
  while (from < to) {
    // Strides that double until one block stands, then halves.
    const at = to === blocks.length ? Math.min(blocks.length - 1, from + width - 1) : (from + to) >> 1
    const block = blocks[at]
    if (block === undefined) break
    if (await stands(block)) to = at
    else from = at + 1
    width *= 2
  }
  return blocks[to]
}

/** The head, if it follows the block, as far as another endpoint has it; facts are confirmed by their distance from it. */
async function headAbove(
  look: Look,
  provider: Provider,
  peers: readonly Peer[],
  block: Header,
  head: Header,
): Promise<Header | undefined> {
  if (head.number - block.number > linkedBlocks) await expectLinkedHead(provider, head)
  else {
    const headers = await linkedHeaders(provider, block, head.number)
    if (headers === undefined || (headers.at(-1) ?? block).hash !== head.hash) return undefined
  }
  // Its own block was cross-checked before.
  return (await sharedHead(look, { provider, peers, head }, block.number - 1n)) ?? block
}
