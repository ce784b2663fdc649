import type { Cursor, Step } from './chain-store.ts'
import { turnDeadlines } from './deadlines.ts'
import type { Look } from './look.ts'
import { lastUnlinked } from './plan-step.ts'
import type { Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import type { Peer } from './provider-pool.ts'
import { readFar, readStep } from './read-step.ts'
import { mayBeAlone } from './shared-head.ts'

/**
 * The result of one look at the chain. `advanced`: there is more to do at once. `idle`: read up to the head. `behind`:
 * no endpoint has what is stored already. `at`: the last block that is stored.
 */
export type Outcome = { readonly found: 'advanced' | 'idle' | 'behind' | 'raced'; readonly at: bigint | undefined }

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
