import { askAbility } from '@tandem/chain'
import { type Abilities, type Lifecycle, type Logger, type Part, watchAbilities } from '@tandem/service-kit'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import type { Clock } from '../ports.ts'
import { sha256Of, watchFile } from '../watch-file.ts'
import { makeChainQuorum } from './chain-quorum.ts'
import { makeChainReadings } from './db/chain-readings.ts'
import { indexNetwork, type NetworkIndex } from './domain/network.ts'
import { parsePauses, pausesOf, withPauses } from './domain/pauses.ts'
import { makeHopRoutes } from './hop-routes.ts'
import { networkRoutes } from './network.routes.ts'
import type { HopRoutes } from './ports.ts'
import { makeTimeOfChain, type TimeOfChain } from './time-of-chain.ts'

export type NetworkPart = Part & {
  readonly network: NetworkIndex
  /** Whether the endpoints of each chain can answer everything that an order needs. */
  readonly abilities: Abilities
  readonly timeOf: TimeOfChain
  readonly hops: HopRoutes
  /** The SHA-256 of the network file; null where it is not read again. */
  readonly fileSha256: () => string | null
}

type Needs = {
  config: Pick<Config, 'network' | 'rpcUrls' | 'rpcTimeoutMs' | 'chainMaxStaleSecs' | 'chainMaxAheadSecs' | 'roles'>
  /**
   * The path of `NETWORK_FILE`, which is read again while the service runs, for its pauses. Without a path the pauses stay
   * as configured.
   */
  networkFile: string | undefined
  databases: Databases
  logger: Logger
  lifecycle: Lifecycle
  now: Clock
}

export function composeNetwork({ config, networkFile, databases, logger, lifecycle, now }: Needs): NetworkPart {
  const pauses = watchFile(
    // A process that only watches the chains quotes nothing.
    config.roles.includes('api') ? networkFile : undefined,
    (text) => parsePauses(text, sha256Of(text)),
    {
      loaded: ({ chains, assets, routes, sha256 }) =>
        logger.info('network.pauses_read', { paused: [...chains, ...assets, ...routes], sha256 }),
      broken: (error) => logger.error('network.file_broken', { error }),
    },
    pausesOf(config.network),
  )
  const abilities = watchAbilities(abilityQuestionsOf(config, now), { logger, lifecycle })
  const readTime = makeTimeOfChain({
    readings: makeChainReadings(databases.essential.prisma),
    limits: { maxStaleSecs: config.chainMaxStaleSecs, maxAheadSecs: config.chainMaxAheadSecs },
    now,
  })
  return {
    network: indexNetwork(config.network, pauses.current),
    abilities,
    timeOf: async (chain) => {
      abilities.requireAble([chain])
      return readTime(chain)
    },
    hops: makeHopRoutes(config.rpcUrls, now),
    fileSha256: () => pauses.current().sha256,
    routes: [networkRoutes({ network: () => withPauses(config.network, pauses.current()) })],
    start: async () => {
      pauses.start()
      await abilities.start()
    },
    stop: () => pauses.stop(),
  }
}

/** The questions to the endpoints of each chain with escrows. An orderbook needs a gas price, but no history of fees. */
function abilityQuestionsOf({ network, rpcUrls, rpcTimeoutMs: timeoutMs }: Needs['config'], now: Clock) {
  return new Map(
    network.chains.flatMap((chain) => {
      const urls = rpcUrls[chain.chain]
      if (chain.registry_address === null || urls === undefined) return []
      const quorum = makeChainQuorum(chain, urls, { timeoutMs, now, observer: {} })
      return [[chain.chain, () => askAbility(quorum, chain, { fees: 'price' })] as const]
    }),
  )
}
