import { makeRangeSize } from '@tandem/chain'
import { batchesOfDeadlines, type DeadlinePoll, turnDeadlines } from './deadlines.ts'
import type { Cursor, Step } from './ports.ts'
import { type ReadPoll, readAhead, readStep } from './read-step.ts'

export interface LoopObserver {
  stepped(step: Step, changedOrders: readonly string[]): void
  reorged(depth: number): void
  turned(changedOrders: readonly string[]): void
}

/** How many blocks a step may read at most. */
const widestStep = 2_000
const markEveryMs = 5_000

export interface Poll extends ReadPoll, DeadlinePoll {
  readonly store: ReadPoll['store'] & DeadlinePoll['store']
  readonly observer: LoopObserver
  readonly memory: PollMemory
}

/** What a leader remembers between polls. None of it decides what is believed. */
export class PollMemory {
  /** The next step, read while the one before is stored. */
  ahead?: Ahead | undefined
  /** How many blocks a step reads, fewer after a failure. */
  readonly steps = makeRangeSize(widestStep)
  /** How many orders a batch of deadlines has, fewer after a failure. */
  readonly batches = makeRangeSize(batchesOfDeadlines)
  /** When deadlines are checked again, even without a new block. */
  deadlinesAt = 0
  markedAt = 0
}

/** A step that is read ahead of the cursor. The promise never rejects; undefined means that the step must be read again. */
interface Ahead {
  readonly from: Cursor
  readonly step: Promise<Step | undefined>
}

/**
 * The result of a poll. `advanced`: there is more to read. `idle`: the chain was read up to its head. `behind`: the
 * endpoints lack blocks that we have stored. `raced`: another watcher stored its step first. `at` is the last stored
 * block.
 */
export type Outcome = { readonly found: 'advanced' | 'idle' | 'behind' | 'raced'; readonly at: bigint | undefined }

/**
 * Reads and stores what follows the cursor, then projects the orders whose deadlines have passed.
 * @throws UnbelievedError, DeepReorgError. Whatever was stored before stays stored.
 */
export async function pollChain(poll: Poll): Promise<Outcome> {
  const { store, memory, now } = poll
  const cursor = await store.cursor()
  const ahead = await takeAhead(poll, cursor)
  const read = ahead ?? (await readStep(poll, cursor))
  const isStep = read !== undefined && read !== 'behind'
  const outcome: Outcome = isStep ? await storeStep(poll, cursor, read) : { found: read ?? 'idle', at: cursor?.number }
  // The head of a step that was read ahead may be old by now.
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
    // A step that takes longer than a statement may take would fail forever, so the next one is smaller.
    memory.steps.refused(Number(step.to.number - (step.from?.number ?? step.to.number)))
    throw error
  })
  if (changed === undefined) return { found: 'raced', at: cursor?.number }
  memory.steps.accepted()
  if (step.rollBackTo !== undefined && cursor !== undefined) observer.reorged(Number(cursor.number - step.rollBackTo))
  observer.stepped(step, changed)
  return { found: step.to.number < step.head.number ? 'advanced' : 'idle', at: step.to.number }
}

/** The step that was read ahead, if it begins at the cursor and its last block is still canonical. */
async function takeAhead({ memory, reader }: Poll, cursor: Cursor | undefined): Promise<Step | undefined> {
  const { ahead } = memory
  memory.ahead = undefined
  const step = await ahead?.step
  if (step === undefined || cursor?.number !== ahead?.from.number || cursor?.hash !== ahead?.from.hash) return undefined
  const standing = await reader.header(step.to.number).catch(() => undefined)
  return standing?.hash === step.to.hash ? step : undefined
}
