import { directUrlOf, type Logger, makePostgresPool, type Part, statementMs } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { prismaOf } from '../db/client.ts'
import { checkHops } from '../network/hop-preflight.ts'
import { checkChains } from '../network/preflight.ts'
import type { Clock } from '../ports.ts'
import { makeChainStore } from './db/chain.store.ts'
import { makeChainLeaders } from './db/chain-leader.ts'
import { readUndelivered } from './db/delivery.store.ts'
import { rememberedBlocksOf } from './domain/remembered-blocks.ts'
import { observeHops } from './observe-hops.ts'
import { makeWatcherObserver } from './observe-watcher.ts'
import { makeWatcher, type Watcher } from './watcher.ts'

/** How many connections the watchers share: one for each chain within these bounds, so that no chain waits for another's step. */
const poolSize = { atLeast: 5, atMost: 20 }

export type WatcherPart = Part & { readonly watcher: Pick<Watcher, 'chains' | 'check' | 'checkStart'> }

type Needs = {
  config: Pick<
    Config,
    | 'network'
    | 'rpcUrls'
    | 'rpcTimeoutMs'
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'databaseAnswerMs'
    | 'hopStuckAfterSecs'
    | 'chainMaxAheadSecs'
    | 'watcherPollMs'
  >
  logger: Logger
  registry: Registry
  now: Clock
  /** Called when events were stored or orders have changed. */
  onStored: () => void
}

export function composeWatcher({ config, logger, registry, now, onStored }: Needs): WatcherPart {
  const { network, rpcUrls } = config
  const observer = makeWatcherObserver(logger, registry, onStored)
  const pool = makePostgresPool({
    databaseUrl: config.databaseUrl,
    size: Math.max(poolSize.atLeast, Math.min(poolSize.atMost, network.chains.length)),
    applicationName: 'tandem-watcher',
    timeouts: { answerMs: config.databaseAnswerMs, statementMs },
    isPooled: config.databaseDirectUrl !== undefined,
    onConnectionLost: observer.databaseFailed,
  })
  const prisma = prismaOf(pool)
  const leaders = makeChainLeaders(directUrlOf(config))
  observeHops(registry, {
    readUndelivered: (chain) => readUndelivered(prisma, chain),
    finalChains: network.chains.filter(({ hub_chain }) => hub_chain !== null).map(({ chain }) => chain),
    stuckAfterSecs: config.hopStuckAfterSecs,
    now,
    onError: observer.databaseFailed,
  })
  const watcher = makeWatcher({
    network,
    rpcUrls,
    storeOf: (chain) =>
      makeChainStore(prisma, chain, { rememberedBlocks: rememberedBlocksOf(chain), now, assets: network.assets }),
    tryToLead: leaders.tryToLead,
    observer,
    now,
    requestTimeoutMs: config.rpcTimeoutMs,
    maxAheadSecs: config.chainMaxAheadSecs,
    pollMs: config.watcherPollMs,
  })
  return {
    watcher,
    start: async () => {
      await refuseWrongChains(config, logger)
      watcher.start()
    },
    stop: async () => {
      await watcher.stop()
      await leaders.close()
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/**
 * Refuses to start with a configuration that the chains contradict, because no order may be accepted with one. A chain
 * that does not answer is no reason to refuse, because it may answer later.
 */
async function refuseWrongChains({ network, rpcUrls }: Needs['config'], logger: Logger): Promise<void> {
  const [chains, hops] = await Promise.all([checkChains(network, rpcUrls), checkHops(network, rpcUrls)])
  for (const chain of chains.unreachable) logger.warn('chain.unreachable', { chain })
  for (const route of hops.closed) logger.warn('hop.route_closed', { route })
  const problems = [...chains.problems, ...hops.problems]
  if (problems.length > 0) throw new Error(`NETWORK_FILE does not fit the chains:\n  ${problems.join('\n  ')}`)
}
