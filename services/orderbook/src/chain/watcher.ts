import type { ChainConfig, Network } from '@tandem/contracts'
import { type LoopObserver, lookAtChain } from './chain-loop.ts'
import type { ChainStore } from './chain-store.ts'
import { makeProvider } from './provider.ts'
import { makeProviderPool, type ProviderPool } from './provider-pool.ts'
import { makeRangeSize } from './range-size.ts'

/** What the watcher says of itself. */
export interface WatcherObserver {
  leads(chain: string, isLeading: boolean): void
  providerFailed(chain: string, provider: string, error: unknown): void
  failed(chain: string, error: unknown): void
  ofChain(chain: string): LoopObserver
}

export interface WatcherDeps {
  network: Network
  rpcUrls: Readonly<Record<string, readonly string[]>>
  storeOf: (config: ChainConfig) => ChainStore
  /** Takes the lead of a chain, or finds that another process has it. */
  tryToLead: (chain: string) => Promise<{ readonly lost: Promise<void>; release(): Promise<void> } | undefined>
  observer: WatcherObserver
  now: () => number
}

export interface Watcher {
  start(): void
  stop(): Promise<void>
  /** Rejects while a chain has not been looked at lately, by this process or by none that it knows of. */
  check(chain: string): Promise<void>
  readonly chains: readonly string[]
}

/** How often a process that does not lead asks whether it may. */
const leadEveryMs = 2_000
/** The widest range of blocks asked for at once. */
const widestRange = 2_000
const slowestPollMs = 4_000
const quickestPollMs = 100

/** Watches every chain that has escrows, each in a loop of its own, so that a dead one never delays another. */
export function makeWatcher(deps: WatcherDeps): Watcher {
  const { network, rpcUrls, observer, now } = deps
  const stopping = new AbortController()
  const lastGood = new Map<string, number>()
  const watched = network.chains.filter(
    ({ registry_address, chain }) => registry_address !== null && rpcUrls[chain] !== undefined,
  )
  let running: Promise<unknown> = Promise.resolve()

  async function watch(config: ChainConfig): Promise<void> {
    const { chain } = config
    const pool = makeProviderPool(
      (rpcUrls[chain] ?? []).map((url) => makeProvider(config, url)),
      { now, onFailure: (provider, error) => observer.providerFailed(chain, provider, error) },
    )
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
      }
      await pause(leadEveryMs, stopping.signal)
    }
  }

  /** Looks at the chain until the lead is lost or the watcher stops. */
  async function lead(config: ChainConfig, pool: ProviderPool, lost: Promise<void>): Promise<void> {
    const { chain } = config
    let isLeading = true
    void lost.then(() => {
      isLeading = false
    })
    const look = {
      config,
      pool,
      store: deps.storeOf(config),
      range: makeRangeSize(widestRange),
      observer: observer.ofChain(chain),
    }
    const pollMs = Math.min(slowestPollMs, Math.max(quickestPollMs, config.block_time_ms / 2))
    while (isLeading && !stopping.signal.aborted) {
      const outcome = await lookAtChain(look).catch((error: unknown) => {
        observer.failed(chain, error)
        return 'failed' as const
      })
      if (outcome !== 'failed') lastGood.set(chain, now())
      if (outcome !== 'advanced') await pause(pollMs, stopping.signal)
    }
  }

  return {
    chains: watched.map(({ chain }) => chain),
    start() {
      running = Promise.all(watched.map(watch))
    },
    async stop() {
      stopping.abort()
      await running
    },
    async check(chain) {
      const config = watched.find((one) => one.chain === chain)
      const last = lastGood.get(chain)
      const patience = 30_000 + 3 * (config?.block_time_ms ?? 0)
      // A process that does not lead has nothing to answer for.
      if (last !== undefined && now() - last > patience)
        throw new Error(`${chain} was last read ${now() - last} ms ago`)
    },
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
