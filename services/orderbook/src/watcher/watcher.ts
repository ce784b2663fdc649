import type { ChainConfig, Network } from '@tandem/contracts'
import { pause } from '@tandem/service-kit'
import { makeChainQuorum } from '../network/chain-quorum.ts'
import { makeChainReader } from './chain-reader.ts'
import type { EventSource } from './event-source.ts'
import { type LeadDeps, leadChain } from './lead-chain.ts'
import { makeReadingTimes } from './reading-times.ts'
import { sourceOfChain } from './source-of-chain.ts'

export interface WatcherDeps extends LeadDeps {
  network: Network
  /** Resolves to undefined while another process leads the chain. */
  tryToLead: (chain: string) => Promise<{ readonly lost: Promise<void>; release(): Promise<void> } | undefined>
  maxAheadSecs: number
}

export interface Watcher {
  start(): void
  stop(): Promise<void>
  /** Rejects in the first seconds, until each chain was read or could not be read. */
  checkStart(): Promise<void>
  /**
   * Rejects while the last reading of a chain that this process leads is too old, and in the first seconds while the chain
   * was not tried.
   */
  check(chain: string): Promise<void>
  readonly chains: readonly string[]
}

const leadEveryMs = 2_000
/** How long one endpoint may take for the logs of a range, however many requests that needs. */
const logsBudgetMs = 30_000

/** Reads the chains, each in a separate loop, so that an unreachable chain delays no other. */
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
    const quorum = makeChainQuorum(config, rpcUrls[chain] ?? [], {
      ...{ timeoutMs: deps.requestTimeoutMs, now, observer: observer.ofEndpoints(chain) },
    })
    const reader = makeChainReader(config, source, quorum, { ...deps, logsBudgetMs })
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
    checkStart: async () => readings.checkStart(watched.map(({ config: { chain } }) => chain)),
    async check(chain) {
      const config = watched.find((one) => one.config.chain === chain)?.config
      readings.check(chain, config?.block_time_ms ?? 0)
    },
  }
}
