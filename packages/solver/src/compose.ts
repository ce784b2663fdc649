import type { RefundAsk } from '@tandem/contracts'
import { createClient, type TandemClient } from '@tandem/sdk'
import {
  createLifecycle,
  createLogger,
  createRegistry,
  type Logger,
  probeRoutes,
  startHttpServer,
} from '@tandem/service-kit'
import { openAccount } from '@tandem/signers'
import express from 'express'
import type { Address } from 'viem'
import { connect, endpointsOf, type SolverChain } from './chain/chain.ts'
import { makeDrySender } from './chain/dry-sender.ts'
import { makeSender, type SenderOptions } from './chain/sender.ts'
import { type Config, makerSignerOf, signerOf } from './config.ts'
import { type Ledger, makeLedger } from './domain/ledger.ts'
import { type Journal, openJournal } from './journal.ts'
import { composeMaker } from './maker/compose-maker.ts'
import type { Promises } from './maker/promises.ts'
import { makeMetrics } from './metrics.ts'
import { makeNewerClock } from './orders/newer-clock.ts'
import { makeProfitOf } from './orders/profit-of.ts'
import type { TradedChain } from './orders/sides.ts'
import { runLoop } from './run-loop.ts'
import { makeSolver } from './solver.ts'
import { warnAtStart } from './start-warnings.ts'

/** How often it goes through all open orders, while the orderbook's events come; without them every second. */
const pollMs = 10_000
/** Transactions under way at once on each chain. */
const slots = 16

/** The solver as a process: one loop, and a port for health, readiness and metrics. */
export function compose(config: Config) {
  const logger = createLogger({ service: 'solver', level: config.logLevel })
  const registry = createRegistry('solver', ['solver'])
  const lifecycle = createLifecycle(logger)
  const { stopping } = lifecycle
  const ledger = makeLedger()

  return {
    logger,
    async start() {
      const chains = await tradedChains(config, { slots, stopping, logger })
      const metrics = makeMetrics(registry, chains)
      warnAtStart(config, chains, logger)
      const isListed = makerSignerOf(config) === undefined
      await Promise.all([...chains.values()].map(({ chain }) => verifyChain(chain, { isListed })))
      const journal = await openJournal({
        path: config.isDryRun ? undefined : config.journalFile,
        heads: await headsOf(chains),
        now: Math.floor(Date.now() / 1000),
      })
      lifecycle.onStop('journal', () => journal.close())
      await Promise.all([...chains.values()].map(({ sender }) => sender.open()))
      // Asked once the port is open, when there is a solver.
      const newerClock = makeNewerClock({ ...metrics, logger, now: Date.now })
      const consent = (ask: RefundAsk) => solver.consent(ask)
      const client = createClient({ baseUrl: config.orderbookUrl, relayerUrl: config.orderbookUrl })
      const maker = await composeMaker({ config, chains, ledger, logger, newerClock, client, consent })
      if (maker !== undefined) lifecycle.onStop('promises', () => maker.close())
      const solver = solverOf(config, { client, chains, metrics, journal, ledger, logger, promises: maker?.promises })
      const running = runLoop({
        solver,
        orderbookUrl: config.orderbookUrl,
        pollMs,
        stopping,
        logger,
        ...metrics,
      })
      lifecycle.onStop('loop', () => running)
      const app = express()
      if (maker !== undefined) app.use(maker.routes)
      app.use(
        probeRoutes({
          logger,
          registry,
          draining: lifecycle.draining,
          health: (_req, res) => {
            res.json({ status: 'ok' })
          },
          checks: Object.fromEntries(
            [...chains].map(([name, { chain }]) => [name, () => chain.client.getBlockNumber()]),
          ),
        }),
      )
      return startHttpServer({ app, host: config.host, port: config.port, lifecycle, drainMs: 1000 })
    },
    stop: () => lifecycle.stop(),
  }
}

interface SolverParts {
  client: TandemClient
  chains: ReadonlyMap<string, TradedChain>
  metrics: ReturnType<typeof makeMetrics>
  journal: Journal
  ledger: Ledger
  logger: Logger
  promises: Promises | undefined
}

const solverOf = (config: Config, { metrics, ...parts }: SolverParts) =>
  makeSolver({
    ...parts,
    assets: config.network.assets,
    policy: {
      isPaused: config.isPaused,
      minMarginSecs: config.network.min_margin_secs,
      ownMarginSecs: config.ownMarginSecs,
      minProfitBips: config.minProfitBips,
      assets: config.assets === undefined ? undefined : new Set(config.assets),
    },
    profitOf: makeProfitOf(config.network.assets, config.minProfitBips === undefined ? undefined : config.prices),
    ...metrics,
  })

/** How many blocks a transaction may wait before it is replaced by one that pays more; never less than the least. */
const blocksUntilReplaced = 4
const leastReplaceMs = 15_000

/**
 * Every chain for which there is a registry, an endpoint and a key.
 *
 * @throws SignerError when a key cannot be reached.
 */
async function tradedChains(
  config: Config,
  options: Omit<SenderOptions, 'replaceAfterMs'>,
): Promise<Map<string, TradedChain>> {
  const entries = config.network.chains.map(async (chain): Promise<[string, TradedChain][]> => {
    const urls = config.rpcUrls[chain.chain]
    const signer = signerOf(config, chain.chain)
    if (chain.registry_address === null || urls === undefined || signer === undefined) return []
    const client = connect(chain, urls, await openAccount(signer))
    const replaceAfterMs = Math.max(leastReplaceMs, blocksUntilReplaced * chain.block_time_ms)
    const endpoints = endpointsOf(chain.chain_id, urls)
    const sender = config.isDryRun
      ? makeDrySender(client, options.logger)
      : makeSender(client, { ...options, replaceAfterMs, endpoints })
    const registry = chain.registry_address as Address
    return [[chain.chain, { chain: { config: chain, registry, client, endpoints }, sender }]]
  })
  return new Map((await Promise.all(entries)).flat())
}

async function headsOf(chains: ReadonlyMap<string, TradedChain>): Promise<Record<string, bigint>> {
  const heads = [...chains].map(async ([name, { chain }]) => [name, await chain.client.getBlockNumber()] as const)
  return Object.fromEntries(await Promise.all(heads))
}

/**
 * A wrong endpoint or a wrong key would lose money later; it ends the start now.
 *
 * @param isListed whether the network file names this solver: it does not for a maker of the orderbook's own list.
 */
async function verifyChain(
  { config, client, registry }: SolverChain,
  { isListed }: { isListed: boolean },
): Promise<void> {
  const [chainId, code] = await Promise.all([client.getChainId(), client.getCode({ address: registry })])
  if (chainId !== config.chain_id)
    throw new Error(`the endpoint of ${config.chain} is chain ${chainId}, not ${config.chain_id}`)
  if (code === undefined) throw new Error(`there is no registry at ${registry} on ${config.chain}`)
  const { address } = client.account
  if (isListed && config.solver_address !== address)
    throw new Error(
      `the solver key of ${config.chain} is of ${address}, and the network file says ${config.solver_address}`,
    )
}
