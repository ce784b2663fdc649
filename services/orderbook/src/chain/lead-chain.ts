import type { ChainConfig } from '@tandem/contracts'
import { pause } from '@tandem/service-kit'
import { isSocket } from './chain-panel.ts'
import type { ChainReader } from './chain-reader.ts'
import { turnDeadlines } from './deadlines.ts'
import { makeHeadSource } from './head-source.ts'
import { lastUnlinked } from './plan-step.ts'
import { newPollMemory, type Poll } from './poll.ts'
import type { ChainStore, Cursor, DeadlineStore, Step } from './ports.ts'
import { readFar, readStep } from './read-step.ts'
import type { ReadingTimes } from './reading-times.ts'
import type { WatcherObserver } from './watcher-observer.ts'

export interface LeadDeps {
  rpcUrls: Readonly<Record<string, readonly string[]>>
  storeOf: (config: ChainConfig) => ChainStore & DeadlineStore
  observer: WatcherObserver
  now: () => number
  /** Bounds one request. */
  requestTimeoutMs: number
  /** By default by the block time. */
  pollMs?: number | undefined
}

export interface Lead {
  readings: Pick<ReadingTimes, 'noteRead' | 'noteTried'>
  /** Another process may take the lead then. */
  lost: Promise<void>
  stopping: AbortSignal
}

/** Of a block's time: soon after a block, with few vain questions. */
const pollsPart = 0.6
const slowestPollMs = 4_000
const quickestPollMs = 100
/** Polling then only catches missed announcements. */
const safetyNet = { polls: 5, atLeastMs: 5_000 }
const markEveryMs = 5_000

/** Until the lead is lost or the watcher stops. */
export async function leadChain(
  config: ChainConfig,
  reader: ChainReader,
  deps: LeadDeps,
  { readings, lost, stopping }: Lead,
): Promise<void> {
  const { chain } = config
  const { rpcUrls, observer, now } = deps
  const heads = makeHeadSource((rpcUrls[chain] ?? []).filter(isSocket), {
    timeoutMs: deps.requestTimeoutMs,
    onChange: (isUp) => observer.subscribed(chain, isUp),
  })
  const stop = () => heads.stop()
  let isLeading = true
  void lost.then(() => {
    isLeading = false
    stop()
  })
  stopping.addEventListener('abort', stop)
  const poll: Poll = {
    ...{ config, reader, now, memory: newPollMemory() },
    store: deps.storeOf(config),
    observer: observer.ofChain(chain),
  }
  const { pollMs, slowPollMs } = pollingOf(config, deps.pollMs)
  while (isLeading && !stopping.aborted) {
    await pause(reader.restMs(), stopping)
    const outcome = await pollChain(poll).catch((error: unknown) => observer.failed(chain, error))
    if (outcome !== undefined && outcome.found !== 'behind') {
      readings.noteRead(chain)
      observer.polled(chain)
      heads.hasBlock(outcome.at ?? 0n)
    }
    if (outcome?.found === 'advanced') continue
    readings.noteTried(chain)
    // An endpoint may announce a block before another has it.
    const isUpToDate = heads.isUp() && outcome?.at !== undefined && outcome.at >= heads.announced()
    await heads.next(isUpToDate ? slowPollMs : pollMs)
  }
  await poll.memory.ahead?.step
  stop()
  stopping.removeEventListener('abort', stop)
}

/** Milliseconds; `slowPollMs` while heads are announced. */
function pollingOf({ block_time_ms }: ChainConfig, fixedMs: number | undefined) {
  const pollMs = fixedMs ?? Math.min(slowestPollMs, Math.max(quickestPollMs, pollsPart * block_time_ms))
  return { pollMs, slowPollMs: Math.max(safetyNet.atLeastMs, safetyNet.polls * pollMs) }
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
  const read = (await takeAhead(poll, cursor)) ?? (await readStep(poll, cursor))
  const isStep = read !== undefined && read !== 'behind'
  const { found, at }: Outcome = isStep
    ? await storeStep(poll, cursor, read)
    : { found: read ?? 'idle', at: cursor?.number }
  const turned = await turnDeadlines(poll, { hasStepped: isStep })
  if (found === 'idle' && now() - memory.markedAt >= markEveryMs) {
    await store.markRead()
    memory.markedAt = now()
  }
  return { found: found === 'idle' && turned === 'more' ? 'advanced' : found, at }
}

async function storeStep(poll: Poll, cursor: Cursor | undefined, step: Step): Promise<Outcome> {
  const { store, observer, memory } = poll
  if (step.rollBackTo === undefined && step.to.number < lastUnlinked(step.head, store.rememberedBlocks))
    memory.ahead = { from: step.to, step: readFar(poll, step.to).catch(() => undefined) }
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
