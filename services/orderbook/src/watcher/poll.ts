import { makeRangeSize } from '@tandem/chain'
import { batchesOfDeadlines, type DeadlinePoll, turnDeadlines } from './deadlines.ts'
import type { Cursor, Step } from './ports.ts'
import { type ReadPoll, readAhead, readStep } from './read-step.ts'

export interface LoopObserver {
  stepped(step: Step, changedOrders: readonly string[]): void
  reorged(depth: number): void
  turned(changedOrders: readonly string[]): void
}

/** Blocks of a wide step. */
const widestStep = 2_000
const markEveryMs = 5_000

export interface Poll extends ReadPoll, DeadlinePoll {
  readonly store: ReadPoll['store'] & DeadlinePoll['store']
  readonly observer: LoopObserver
  readonly memory: PollMemory
}

/** Nothing here is about belief. */
export class PollMemory {
  /** Read while a step is stored. */
  ahead?: Ahead | undefined
  /** Fewer blocks after a failure. */
  readonly steps = makeRangeSize(widestStep)
  /** Fewer orders after a failure. */
  readonly batches = makeRangeSize(batchesOfDeadlines)
  /** Also without a stored step. */
  deadlinesAt = 0
  markedAt = 0
}

/** A step read ahead of the cursor. Never rejects; undefined: read anew. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}

/**
 * `advanced`: there is more to do. `idle`: read up to the head. `behind`: endpoints lack stored blocks. `at`: the last
 * stored block.
 */
export type Outcome = { readonly found: 'advanced' | 'idle' | 'behind' | 'raced'; readonly at: bigint | undefined }

/**
 * Reads and stores what came after the cursor, then turns due orders.
 * @throws UnbelievedError, DeepReorgError. Earlier data stays stored.
 */
export async function pollChain(poll: Poll): Promise<Outcome> {
  const { store, memory, now } = poll
  const cursor = await store.cursor()
  const ahead = await takeAhead(poll, cursor)
  const read = ahead ?? (await readStep(poll, cursor))
  const isStep = read !== undefined && read !== 'behind'
  const outcome: Outcome = isStep ? await storeStep(poll, cursor, read) : { found: read ?? 'idle', at: cursor?.number }
  // A head that was read ahead may be old.
  const found = outcome.found === 'idle' && ahead !== undefined ? 'advanced' : outcome.found
  const turned = await turnDeadlines(poll, { hasStepped: isStep })
  if (found === 'idle' && now() - memory.markedAt >= markEveryMs) {
    await store.markRead()
    memory.markedAt = now()
  }
  return { found: found === 'idle' && turned === 'more' ? 'advanced' : found, at: outcome.at }
}

async function storeStep(poll: Poll, cursor: Cursor | undefined, step: Step): Promise<Outcome> {
  const { store, observer, memory } = poll
  if (step.rollBackTo === undefined && step.to.number < step.head.number)
    memory.ahead = { from: step.to, step: readAhead(poll, step.to).catch(() => undefined) }
  const tagged = await poll.reader.tagged()
  const changed = await store.apply({ ...step, head: { ...step.head, tagged } }).catch((error: unknown) => {
    // A step longer than a statement may take would fail for ever: the next is smaller.
    memory.steps.refused(Number(step.to.number - (step.from?.number ?? step.to.number)))
    throw error
  })
  if (changed === undefined) return { found: 'raced', at: cursor?.number }
  memory.steps.accepted()
  if (step.rollBackTo !== undefined && cursor !== undefined) observer.reorged(Number(cursor.number - step.rollBackTo))
  observer.stepped(step, changed)
  return { found: step.to.number < step.head.number ? 'advanced' : 'idle', at: step.to.number }
}

/** A step that was read ahead, if its start and its last block still stand. */
async function takeAhead({ memory, reader }: Poll, cursor: Cursor | undefined): Promise<Step | undefined> {
  const { ahead } = memory
  memory.ahead = undefined
  const step = await ahead?.step
  if (step === undefined || cursor?.number !== ahead?.from.number || cursor?.hash !== ahead?.from.hash) return undefined
  const standing = await reader.header(step.to.number).catch(() => undefined)
  return standing?.hash === step.to.hash ? step : undefined
}
