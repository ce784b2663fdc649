import type { Cursor, Step } from './chain-store.ts'
import { blockAt, cursorAt, headAt, linkedHeaders, unlinked, wrongHead } from './linked-headers.ts'
import type { Look } from './look.ts'
import { larger, linkedBlocks, needsStanding, planRead, planStep, smaller } from './plan-step.ts'
import type { Header, Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'
import {
  expectLinkedHead,
  expectNoProofAgainst,
  isSameBlock,
  type Witnessed,
  witnessedEventsIn,
  witnessedEventsOf,
} from './provider-witness.ts'
import { rollBack } from './roll-back.ts'
import { mayBeAlone, sharedHead, sinceRead, type Waiting } from './shared-head.ts'
import { makeVotes, type Votes } from './votes.ts'

/** Reads what `planStep` decides from one provider's view. */
export async function readStep(
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
export async function readFar(
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
    // An endpoint that tells so wide a range too slowly, or has too many logs in it, would do so again.
    if (error instanceof ProviderError && ['timeout', 'refused_range'].includes(error.class))
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
