import type { Cursor, Step } from './chain-store.ts'
import { cursorAt, headAt, linkedHeaders, unlinked } from './linked-headers.ts'
import type { Look } from './look.ts'
import { linkedBlocks } from './plan-step.ts'
import type { Header, Provider } from './provider.ts'
import { contradiction, DisputedError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'
import { expectLinkedHead, isReorgWitnessed } from './provider-witness.ts'
import { mayBeAlone, sharedHead } from './shared-head.ts'

/** The chain has replaced more blocks than are remembered. Nothing is undone; a person must look. */
export class DeepReorgError extends Error {
  override readonly name = 'DeepReorgError'
}

/** How long a reorg waits at least for a second endpoint that could confirm it, while none of the others answers. */
const reorgPatienceMs = 30_000

/**
 * Finds the newest remembered block that still stands, and takes back everything above it. Where the chain has several
 * endpoints, a second one must have the new block too.
 */
export async function rollBack(
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
async function newestThatStands(
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
