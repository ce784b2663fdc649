import type { ChainConfig } from '@tandem/contracts'
import type { ChainStore, Cursor, Step } from './chain-store.ts'
import type { Header, Provider } from './provider.ts'
import type { ProviderPool } from './provider-pool.ts'
import type { RangeSize } from './range-size.ts'

/** Up to this many blocks behind, every header is fetched and linked to the one before. */
export const linkedBlocks = 32n
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

/** What one look at the chain found. */
export type Outcome = 'advanced' | 'idle' | 'raced'

/**
 * One look at the chain: reads what came after the cursor and stores it. One provider serves the whole step.
 *
 * @throws the provider's errors and DeepReorgError. The store is then as it was.
 */
export async function lookAtChain(deps: {
  config: ChainConfig
  pool: ProviderPool
  store: ChainStore
  range: RangeSize
  observer: LoopObserver
}): Promise<Outcome> {
  const { config, pool, store, range, observer } = deps
  const cursor = await store.cursor()
  const step = await pool.run(async (provider) => {
    try {
      return await readStep(config, provider, store, range, cursor)
    } catch (error) {
      range.refused()
      throw error
    }
  })
  if (step === undefined) return 'idle'
  range.accepted()
  const changed = await store.apply(step)
  if (changed === undefined) return 'raced'
  if (step.rollBackTo !== undefined && cursor !== undefined) observer.reorged(Number(cursor.number - step.rollBackTo))
  observer.stepped(step, changed)
  return step.to.number < step.head.number ? 'advanced' : 'idle'
}

async function readStep(
  config: ChainConfig,
  provider: Provider,
  store: ChainStore,
  range: RangeSize,
  cursor: Cursor | undefined,
): Promise<Step | undefined> {
  const headHeader = await provider.head()
  const head = { number: headHeader.number, timestamp: headHeader.timestamp }
  if (cursor === undefined) return firstStep(config, provider, head)
  // A provider that lags says nothing about blocks that it does not have.
  if (head.number < cursor.number) return undefined
  const standing = head.number === cursor.number ? headHeader : await provider.header(cursor.number)
  if (standing.hash !== cursor.hash) return rollBack(provider, store, cursor, head)
  if (head.number === cursor.number) return undefined

  const isFarBehind = head.number - cursor.number > linkedBlocks
  const size = BigInt(range.current())
  const last = isFarBehind ? head.number - linkedBlocks : head.number
  const toNumber = cursor.number + size < last ? cursor.number + size : last
  if (isFarBehind) {
    const events = await provider.eventsIn(cursor.number + 1n, toNumber)
    const { number, hash } = await provider.header(toNumber)
    return { from: cursor, to: { number, hash }, head, blocks: [{ number, hash }], events }
  }
  const headers = await linkedHeaders(provider, cursor, toNumber)
  // The chain changed while it was read: the next look sees the reorg.
  if (headers === undefined) return undefined
  const events = await provider.eventsOf(headers)
  const blocks = headers.map(({ number, hash }) => ({ number, hash }))
  const to = blocks.at(-1) ?? cursor
  return { from: cursor, to, head, blocks, events }
}

/** Begins at the block before the first that can hold an escrow. */
async function firstStep(config: ChainConfig, provider: Provider, head: Step['head']): Promise<Step> {
  const start = BigInt(Math.max(0, config.start_block - 1))
  const { number, hash } = await provider.header(start < head.number ? start : head.number)
  return { from: undefined, to: { number, hash }, head, blocks: [{ number, hash }], events: [] }
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

/** Finds the newest remembered block that still stands, and takes back everything above it. */
async function rollBack(provider: Provider, store: ChainStore, cursor: Cursor, head: Step['head']): Promise<Step> {
  for (const block of await store.blocksDownFrom(cursor.number - 1n)) {
    const { hash } = await provider.header(block.number)
    if (hash !== block.hash) continue
    return { from: cursor, to: block, head, blocks: [], events: [], rollBackTo: block.number }
  }
  throw new DeepReorgError(`block ${cursor.number} and every remembered block below it were replaced`)
}
