import { askAbility, askHeadNumber, believedOf, type QuorumObserver, verifyQuorum } from '@tandem/chain'
import type { RefundAsk } from '@tandem/contracts'
import { createClient } from '@tandem/sdk'
import {
  createLifecycle,
  createLogger,
  createRegistry,
  type Logger,
  makeObserveEndpoints,
  probeRoutes,
  startHttpServer,
  watchAbilities,
} from '@tandem/service-kit'
import { openAccount } from '@tandem/signers'
import express from 'express'
import type { Address } from 'viem'
import { type SolverChain, solverChain } from './chain/chain.ts'
import { makeDrySender } from './chain/dry-sender.ts'
import { makeSender, type SenderOptions } from './chain/sender.ts'
import { type Config, makerSignerOf, policyOf, signerOf, stateFileOf } from './config.ts'
import { makeLedger } from './domain/ledger.ts'
import { openJournal } from './journal.ts'
import { composeMaker } from './maker/compose-maker.ts'
import { makeMetrics } from './metrics.ts'
import { makeProfitOf } from './orders/profit-of.ts'
import type { TradedChain } from './orders/sides.ts'
import { composePrices } from './prices/compose-prices.ts'
import type { PriceOf } from './prices/live-prices.ts'
import { makeOrderRisk } from './risk/order-risk.ts'
import { runLoop } from './run-loop.ts'
import { composeSettlements } from './settlements/compose-settlements.ts'
import { makeSolver, type SolverDeps } from './solver.ts'
import { warnAtStart } from './start-warnings.ts'

const pollMs = 10_000
/** How many transactions may be under way on one chain. */
const slots = 16

export function compose(config: Config) {
  const logger = createLogger({ service: 'solver', level: config.logLevel })
  const registry = createRegistry('solver', ['solver'])
  const lifecycle = createLifecycle(logger)
  const { stopping } = lifecycle
  const ledger = makeLedger()

  return {
    logger,
    async start() {
      const observer = makeObserveEndpoints(logger, registry)
      const chains = await tradedChains(config, { slots, stopping, logger, observer })
      const metrics = makeMetrics(registry, chains)
      warnAtStart(config, chains, logger)
      const isListed = makerSignerOf(config) === undefined
      await Promise.all([...chains.values()].map(({ chain }) => verifyChain(chain, { isListed, logger })))
      const abilities = watchAbilities(abilityQuestionsOf(chains), { logger, lifecycle })
      await abilities.start()
      const journal = await openJournal({
        path: config.isDryRun ? undefined : stateFileOf(config, 'journal'),
        heads: await headsOf(chains),
        now: Math.floor(Date.now() / 1000),
      })
      lifecycle.onStop('journal', () => journal.close())
      await Promise.all([...chains.values()].map(({ sender }) => sender.open()))
      const prices = await composePrices(config, { chains, logger, registry, lifecycle })
      const priceOf = prices?.priceOf
      const consent = (ask: RefundAsk) => solver.consent(ask)
      const client = createClient({ baseUrl: config.orderbookUrl, relayerUrl: config.orderbookUrl })
      const book = await composeSettlements(config, { client, chains, journal, registry, logger, lifecycle })
      const { atRisk } = book
      const shared = { client, chains, ledger, logger, priceOf }
      const onAnswer = metrics.observeMakerAnswer
      const maker = await composeMaker({ ...shared, config, atRisk, consent, abilities, onAnswer })
      if (maker !== undefined) lifecycle.onStop('promises', () => maker.close())
      book.begin()
      const promises = maker?.promises
      const risk = makeOrderRisk({ atRisk, promises, assets: config.network.assets, priceOf })
      const solver = solverOf(config, { ...shared, metrics, journal, promises, risk, onOrder: book.onOrder })
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
          health: () => ({ status: 'ok' }),
          checks: { ...(prices && { prices: async () => staleSentence(prices.stale()) }) },
          chains: Object.fromEntries(
            [...chains].map(([name, { chain }]) => [name, abilities.probeOf(name, () => headOf(chain))]),
          ),
        }),
      )
      return startHttpServer({ app, host: config.host, port: config.port, lifecycle, drainMs: 1000 })
    },
    stop: () => lifecycle.stop(),
  }
}

type SolverParts = Omit<SolverDeps, 'assets' | 'policy' | 'profitOf' | keyof ReturnType<typeof makeMetrics>> & {
  metrics: ReturnType<typeof makeMetrics>
  priceOf: PriceOf | undefined
}

const solverOf = (config: Config, { metrics, priceOf, ...parts }: SolverParts) =>
  makeSolver({
    ...parts,
    assets: config.network.assets,
    policy: policyOf(config),
    profitOf: makeProfitOf(config.network.assets, config.minProfitBips === undefined ? undefined : priceOf),
    ...metrics,
  })

/** Without a price the solver stays ready: it still has to accept the orders of its quotes, and to give money back. */
const staleSentence = (stale: readonly string[]): string | undefined =>
  stale.length === 0 ? undefined : `not quoted, because there is no fresh price: ${stale.join(', ')}`

/** @throws SignerError when a key cannot be reached. */
async function tradedChains(
  config: Config,
  { observer, ...options }: SenderOptions & { logger: Logger; observer: (chain: string) => QuorumObserver },
): Promise<Map<string, TradedChain>> {
  const entries = config.network.chains.map(async (named): Promise<[string, TradedChain][]> => {
    const urls = config.rpcUrls[named.chain]
    const signer = signerOf(config, named.chain)
    if (named.registry_address === null || urls === undefined || signer === undefined) return []
    const registry = named.registry_address as Address
    const account = await openAccount(signer)
    const chain = solverChain(named, urls, { registry, account, observer: observer(named.chain) })
    const sender = config.isDryRun ? makeDrySender(chain, options.logger) : makeSender(chain, options)
    return [[named.chain, { chain, sender }]]
  })
  return new Map((await Promise.all(entries)).flat())
}

const abilityQuestionsOf = (chains: ReadonlyMap<string, TradedChain>) =>
  new Map(
    [...chains].map(([name, { chain }]) => {
      return [name, () => askAbility(chain.quorum, chain.config, { fees: 'history' })] as const
    }),
  )

const headOf = async ({ quorum }: SolverChain): Promise<bigint> => believedOf(quorum, await askHeadNumber(quorum))

async function headsOf(chains: ReadonlyMap<string, TradedChain>): Promise<Record<string, bigint>> {
  const heads = [...chains].map(async ([name, { chain }]) => [name, await headOf(chain)] as const)
  return Object.fromEntries(await Promise.all(heads))
}

/**
 * Checks that the endpoints are of this chain, and that the solver's key is of the account that the network file names.
 *
 * @param isListed whether the network file names this solver.
 */
async function verifyChain(
  { config, quorum, account: { address } }: SolverChain,
  { isListed, logger }: { isListed: boolean; logger: Logger },
): Promise<void> {
  const unverified = await verifyQuorum(quorum)
  if (unverified.length > 0) logger.warn('endpoint.unverified', { chain: config.chain, endpoints: unverified })
  if (isListed && config.solver_address !== address)
    throw new Error(
      `the solver key of ${config.chain} is of ${address}, and the network file says ${config.solver_address}`,
    )
}
