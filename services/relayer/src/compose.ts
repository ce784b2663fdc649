import {
  createLifecycle,
  createLogger,
  createRegistry,
  joinParts,
  makeLimiter,
  type Part,
  secretBoxOf,
  shutdownTimes,
  startHttpServer,
} from '@tandem/service-kit'
import { composeAdmin } from './admin/compose-admin.ts'
import { composeObservation } from './admin/compose-observation.ts'
import { makeObserve } from './admin/observe.ts'
import { composeBudgets } from './budgets/compose-budgets.ts'
import { composeChains } from './chain/compose-chains.ts'
import { composeClaims } from './claims/compose-claims.ts'
import { composeApp } from './compose-app.ts'
import type { Config } from './config.ts'
import { composeDatabase } from './db/compose-database.ts'
import { composeInitiations } from './initiations/compose-initiations.ts'
import { composeKeeper } from './keeper/compose-keeper.ts'
import { composeQueue } from './queue/compose-queue.ts'
import { composeWorker } from './queue/compose-worker.ts'
import { composeRefunds } from './refunds/compose-refunds.ts'
import { batchMostOf, makeRequestRules } from './requests/request-rules.ts'
import { composeRetention } from './retention/compose-retention.ts'
import { composeTransactions } from './transactions/compose-transactions.ts'
import { composeWork } from './work/compose-work.ts'
import { inSpan } from './work/in-span.ts'

/** Composes a relayer, for production and for tests. Nothing is opened before `start`. */
export function compose(config: Config) {
  const common = commonOf(config)
  const { logger, lifecycle } = common
  const has = (role: Config['roles'][number]) => config.roles.includes(role)
  const { database, ...databasePart } = composeDatabase(common)
  const { chains, abilities, probes, ...chainsPart } = composeChains(common)
  const limiter = makeLimiter(config, common.observe.queueFailed)
  const { queue, backend, ...queuePart } = composeQueue(common)
  const base = { ...common, network: config.network, database, chains, queue, backend }
  const work = { ...base, ...composeWork(base) }
  const { sponsor, budgets, ...budgetsPart } = composeBudgets(base)
  const rules = makeRequestRules({ ...work, batchMost: batchMostOf(config) })
  const manager = composeTransactions({ ...work, rules, inSpan })
  const observation = composeObservation(work)
  const worker = has('worker') ? composeWorker({ ...work, manager }) : undefined

  const { requireAble } = abilities
  const { hasSigner } = observation
  const forRequests = { ...work, putAway: work.archive.putAway, sponsor, requireAble, hasSigner }
  const api = has('api')
    ? {
        claims: composeClaims(forRequests),
        initiations: composeInitiations(forRequests),
        refunds: composeRefunds(forRequests),
      }
    : {}
  const keeper = has('keeper') ? composeKeeper(forRequests) : undefined
  const admin = composeAdmin(base)
  const retention = composeRetention({ ...work, budgets })

  const parts: Record<string, Part> = {
    postgres: databasePart,
    redis: limiter,
    chains: chainsPart,
    queue: queuePart,
    budgets: budgetsPart,
    ...api,
    admin,
    ...(worker && { worker }),
    ...(keeper && { keeper }),
    retention,
    observation,
  }
  const startParts = joinParts(parts, lifecycle)
  const routes = Object.values(parts).flatMap((part) => part.routes ?? [])
  const app = composeApp({ ...work, routes, limiter, probes, observation, worker })
  return {
    app,
    logger,
    async start() {
      await startParts()
      return startHttpServer({ app, host: config.host, port: config.port, lifecycle, ...shutdownTimes(config) })
    },
    stop: () => lifecycle.stop(),
  }
}

/** The parts that every subject may need, such as the log, the metrics and the clock. */
function commonOf(config: Config) {
  const logger = createLogger({ service: 'relayer', level: config.logLevel })
  const registry = createRegistry('relayer', config.roles)
  return {
    config,
    logger,
    registry,
    lifecycle: createLifecycle(logger),
    observe: makeObserve(
      logger,
      registry,
      config.network.chains.map(({ chain }) => chain),
    ),
    box: secretBoxOf(config.secretsKeys),
    now: Date.now,
  }
}
