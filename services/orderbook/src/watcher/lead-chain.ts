import type { ChainConfig } from '@tandem/contracts'
import { pause } from '@tandem/service-kit'
import { isSocket } from '../network/chain-quorum.ts'
import type { ChainReader } from './chain-reader.ts'
import { makeHeadSource } from './head-source.ts'
import { type Poll, PollMemory, pollChain } from './poll.ts'
import type { ChainStore, DeadlineStore } from './ports.ts'
import type { ReadingTimes } from './reading-times.ts'
import type { WatcherObserver } from './watcher-observer.ts'

export interface LeadDeps {
  rpcUrls: Readonly<Record<string, readonly string[]>>
  storeOf: (config: ChainConfig) => ChainStore & DeadlineStore
  observer: WatcherObserver
  now: () => number
  /** How long one request to an endpoint may take. */
  requestTimeoutMs: number
  /** How often the chain is read. By default this follows from its block time. */
  pollMs?: number | undefined
}

export interface Lead {
  readings: Pick<ReadingTimes, 'noteRead' | 'noteTried'>
  /** Settles when the lead is lost. Another process may take it then. */
  lost: Promise<void>
  stopping: AbortSignal
}

/**
 * The pause between readings, as a part of the block time: short enough to see a block soon, and long enough that few
 * readings find nothing.
 */
const pollsPart = 0.6
const slowestPollMs = 4_000
const quickestPollMs = 100
/** While blocks are announced, polling only catches announcements that were missed. */
const slowPolling = { polls: 5, minMs: 5_000 }

/** Reads a chain until the lead is lost or the watcher stops. */
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
    ...{ config, reader, now, memory: new PollMemory() },
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

/** The pauses between readings in milliseconds. `slowPollMs` is for the time while blocks are announced. */
function pollingOf({ block_time_ms }: ChainConfig, fixedMs: number | undefined) {
  const pollMs = fixedMs ?? Math.min(slowestPollMs, Math.max(quickestPollMs, pollsPart * block_time_ms))
  return { pollMs, slowPollMs: Math.max(slowPolling.minMs, slowPolling.polls * pollMs) }
}
