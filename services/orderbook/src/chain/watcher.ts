import type { ChainConfig, Network } from '@tandem/contracts'
import { pause } from '@tandem/service-kit'
import { makeChainPanel } from './chain-panel.ts'
import { makeChainReader } from './chain-reader.ts'
import type { EventSource } from './event-source.ts'
import { type LeadDeps, leadChain } from './lead-chain.ts'
import { makeReadingTimes } from './reading-times.ts'
import { sourceOfChain } from './source-of-chain.ts'

export interface WatcherDeps extends LeadDeps {
  network: Network
  /** Takes the lead of a chain, or finds that another process has it. */
  tryToLead: (chain: string) => Promise<{ readonly lost: Promise<void>; release(): Promise<void> } | undefined>
  /** How far ahead of this process's clock the time of a block may be. */
  maxAheadSecs: number
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
/** For reading a range of logs of one endpoint, however many requests it takes. */
const logsBudgetMs = 30_000

/** Watches every chain that has escrows, or to which hops lead, each in a loop of its own, so that a dead one never delays another. */
export function makeWatcher(deps: WatcherDeps): Watcher {
  const { network, rpcUrls, observer, now } = deps
  const stopping = new AbortController()
  const readings = makeReadingTimes(now)
  const watched = network.chains.flatMap((config) => {
    const source = sourceOfChain(config, network)
    return source === undefined || rpcUrls[config.chain] === undefined ? [] : [{ config, source }]
  })
  let running: Promise<unknown> = Promise.resolve()

  async function watch({ config, source }: { config: ChainConfig; source: EventSource }): Promise<void> {
    const { chain } = config
    const panel = makeChainPanel(config, rpcUrls[chain] ?? [], {
      ...{ timeoutMs: deps.requestTimeoutMs, now, observer: observer.ofEndpoints(chain) },
    })
    const reader = makeChainReader(config, source, panel, { ...deps, logsBudgetMs })
    while (!stopping.signal.aborted) {
      const leadership = await deps.tryToLead(chain).catch((error: unknown) => {
        observer.failed(chain, error)
        return undefined
      })
      if (leadership !== undefined) {
        observer.leads(chain, true)
        await leadChain(config, reader, deps, { readings, lost: leadership.lost, stopping: stopping.signal })
        await leadership.release().catch(() => undefined)
        observer.leads(chain, false)
        readings.forget(chain)
      }
      readings.noteTried(chain)
      await pause(leadEveryMs, stopping.signal)
    }
  }

  return {
    chains: watched.map(({ config: { chain } }) => chain),
    start() {
      readings.start()
      running = Promise.all(watched.map(watch))
    },
    async stop() {
      stopping.abort()
      await running
    },
    async check(chain) {
      const config = watched.find((one) => one.config.chain === chain)?.config
      readings.check(chain, config?.block_time_ms ?? 0)
    },
  }
}
