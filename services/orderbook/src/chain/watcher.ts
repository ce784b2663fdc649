import type { ChainConfig, Network } from '@tandem/contracts'
import { pause } from '@tandem/service-kit'
import { type Look, type LoopObserver, lookAtChain, newLookMemory } from './chain-loop.ts'
import type { ChainStore, DeadlineStore } from './chain-store.ts'
import type { EventSource } from './event-source.ts'
import { makeHeadSource } from './head-source.ts'
import { providerName } from './provider.ts'
import { makeProviderPool, type PoolObserver, type ProviderPool } from './provider-pool.ts'
import { type AuditResult, makeReceiptAudit } from './receipt-audit.ts'
import { makeProvider } from './rpc-provider.ts'
import { sourceOfChain } from './source-of-chain.ts'

/** The watcher's reports about itself. */
export interface WatcherObserver {
  leads(chain: string, isLeading: boolean): void
  failed(chain: string, error: unknown): void
  /** The chain was read up to where its endpoints are. */
  looked(chain: string): void
  /** Whether a subscription announces the chain's heads. */
  subscribed(chain: string, isUp: boolean): void
  ofChain(chain: string): LoopObserver
  ofProviders(chain: string): PoolObserver & {
    asked(provider: string, method: string, seconds: number): void
    audited(provider: string, result: AuditResult): void
  }
}

export interface WatcherDeps {
  network: Network
  rpcUrls: Readonly<Record<string, readonly string[]>>
  storeOf: (config: ChainConfig) => ChainStore & DeadlineStore
  /** Takes the lead of a chain, or finds that another process has it. */
  tryToLead: (chain: string) => Promise<{ readonly lost: Promise<void>; release(): Promise<void> } | undefined>
  observer: WatcherObserver
  now: () => number
  /** The time limit of one request to an endpoint. */
  requestTimeoutMs: number
  /** How far ahead of this process's clock the time of a block may be. */
  maxAheadSecs: number
  /** The receipts of one of so many blocks are verified. */
  sampleBlocks: number
  /** Between two looks, where not the chain's block time decides. */
  pollMs?: number | undefined
}

export interface Watcher {
  start(): void
  stop(): Promise<void>
  /**
   * Rejects while this process leads the chain and its last successful poll is too old; and in the first seconds, until it
   * has read the chain once or knows that another process leads it.
   */
  check(chain: string): Promise<void>
  readonly chains: readonly string[]
}

/** How often a process that does not lead asks whether it may. */
const leadEveryMs = 2_000
const slowestPollMs = 4_000
const quickestPollMs = 100
/** A chain that takes longer to be read for the first time does not keep the process from being ready. */
const firstLooksMs = 10_000
/** While heads are announced, polling only catches what a subscription missed. */
const safetyNet = { polls: 5, atLeastMs: 5_000 }

/** Watches every chain that has escrows, or to which hops lead, each in a loop of its own, so that a dead one never delays another. */
export function makeWatcher(deps: WatcherDeps): Watcher {
  const { network, rpcUrls, observer, now } = deps
  const stopping = new AbortController()
  const lastGood = new Map<string, number>()
  /** Chains that were read up to their head, or failed, or are led by another process. */
  const tried = new Set<string>()
  let startedAt = now()
  const watched = network.chains.flatMap((config) => {
    const source = sourceOfChain(config, network)
    return source === undefined || rpcUrls[config.chain] === undefined ? [] : [{ config, source }]
  })
  let running: Promise<unknown> = Promise.resolve()

  async function watch({ config, source }: { config: ChainConfig; source: EventSource }): Promise<void> {
    const { chain } = config
    const pool = makeChainPool(config, source, rpcUrls[chain] ?? [], { ...deps, observer: observer.ofProviders(chain) })
    while (!stopping.signal.aborted) {
      const leadership = await deps.tryToLead(chain).catch((error: unknown) => {
        observer.failed(chain, error)
        return undefined
      })
      if (leadership !== undefined) {
        observer.leads(chain, true)
        await lead(config, pool, leadership.lost)
        await leadership.release().catch(() => undefined)
        observer.leads(chain, false)
        // Another process reads the chain now, and answers for how old its reading is.
        lastGood.delete(chain)
      }
      tried.add(chain)
      await pause(leadEveryMs, stopping.signal)
    }
  }

  /** Looks at the chain until the lead is lost or the watcher stops. */
  async function lead(config: ChainConfig, pool: ProviderPool, lost: Promise<void>): Promise<void> {
    const { chain } = config
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
    stopping.signal.addEventListener('abort', stop)
    const { audited } = observer.ofProviders(chain)
    const audit = makeReceiptAudit({ sampleBlocks: deps.sampleBlocks, random: Math.random, onAudit: audited })
    const look: Look = {
      ...{ config, audit, pool, now, memory: newLookMemory() },
      store: deps.storeOf(config),
      observer: observer.ofChain(chain),
    }
    const { pollMs, slowPollMs } = pollingOf(config, deps.pollMs)
    while (isLeading && !stopping.signal.aborted) {
      await pause(pool.restMs(), stopping.signal)
      const outcome = await lookAtChain(look).catch((error: unknown) => observer.failed(chain, error))
      if (outcome !== undefined && outcome.found !== 'behind') {
        lastGood.set(chain, now())
        observer.looked(chain)
        heads.hasBlock(outcome.at ?? 0n)
      }
      if (outcome?.found === 'advanced') continue
      tried.add(chain)
      // An endpoint may announce a block before another one has it.
      const isUpToDate = heads.isUp() && outcome?.at !== undefined && outcome.at >= heads.announced()
      await heads.next(isUpToDate ? slowPollMs : pollMs)
    }
    await look.memory.ahead?.step
    stop()
    stopping.signal.removeEventListener('abort', stop)
  }

  return {
    chains: watched.map(({ config: { chain } }) => chain),
    start() {
      startedAt = now()
      running = Promise.all(watched.map(watch))
    },
    async stop() {
      stopping.abort()
      await running
    },
    async check(chain) {
      const config = watched.find((one) => one.config.chain === chain)?.config
      const last = lastGood.get(chain)
      const patience = 30_000 + 3 * (config?.block_time_ms ?? 0)
      if (!tried.has(chain) && now() - startedAt < firstLooksMs) throw new Error(`${chain} was not read yet`)
      // A process that does not lead has nothing to answer for.
      if (last !== undefined && now() - last > patience)
        throw new Error(`${chain} was last read ${now() - last} ms ago`)
    },
  }
}

/** How long a chain is left alone between two looks, in milliseconds; `slowPollMs` while its heads are announced. */
function pollingOf({ block_time_ms }: ChainConfig, fixedMs: number | undefined) {
  const pollMs = fixedMs ?? Math.min(slowestPollMs, Math.max(quickestPollMs, block_time_ms / 2))
  return { pollMs, slowPollMs: Math.max(safetyNet.atLeastMs, safetyNet.polls * pollMs) }
}

export interface ChainPoolOptions {
  /** The time limit of one request to an endpoint. */
  requestTimeoutMs: number
  maxAheadSecs: number
  now: () => number
  observer: PoolObserver & { asked(provider: string, method: string, seconds: number): void }
}

/** The endpoints of a chain: data comes from HTTP, and from WebSockets only where there is nothing else. */
export function makeChainPool(
  config: ChainConfig,
  source: EventSource,
  urls: readonly string[],
  { requestTimeoutMs: timeoutMs, maxAheadSecs, now, observer }: ChainPoolOptions,
): ProviderPool {
  const dataUrls = urls.some((url) => !isSocket(url)) ? urls.filter((url) => !isSocket(url)) : urls
  const providers = dataUrls.map((url) => {
    const name = providerName(url, urls.indexOf(url))
    return makeProvider(config, url, {
      name,
      source,
      timeoutMs,
      maxAheadSecs,
      now,
      onRequest: (method, seconds) => observer.asked(name, method, seconds),
      onRefusedRange: (error) => observer.failed(name, error),
    })
  })
  return makeProviderPool(providers, { now, blockTimeMs: config.block_time_ms, observer })
}

const isSocket = (url: string): boolean => url.startsWith('ws')
