import { type CreateRefundWire, relayerDocument, relayerOperations } from '@tandem/contracts'
import {
  createApp,
  makeSqlIdempotencyStore,
  requireOwnDatabase,
  sessionSettingsOf,
  shutdownTimes,
  startHttpServer,
  statementMs,
  watchSessionLimits,
} from '@tandem/service-kit'
import type { RequestHandler } from 'express'
import { type State, startKeeper, startLooking, startTidying, startWorker } from './background.ts'
import { findLowLimits } from './budgets/low-limits.ts'
import { makeSubmitClaim } from './claims/submit-claim.ts'
import { makeWrongSecretLimit } from './claims/wrong-secret-limit.ts'
import type { Config } from './config.ts'
import { adminRoutes, queuePagePath } from './http/admin.routes.ts'
import { claimRoutes } from './http/claim.routes.ts'
import { makeReadHealth } from './http/health.ts'
import { initiationRoutes } from './http/initiation.routes.ts'
import { refundRoutes } from './http/refund.routes.ts'
import { makeSubmitInitiation } from './initiations/submit-initiation.ts'
import { overdueMs } from './operations/health.ts'
import { hasGasMoney } from './operations/observe-chains.ts'
import { oldestUnsentMs } from './operations/oldest-unsent.ts'
import { makeParts, type Parts, queueOf } from './parts.ts'
import { makeSubmitRefund } from './refunds/submit-refund.ts'
import { version } from './version.ts'
import type { RelayChain } from './work/ports.ts'
import { makeQueuePage } from './worker/queue-page.ts'

/** The composition root of production and tests. Opens nothing before `start`. */
export function compose(config: Config) {
  const parts = makeParts(config)
  const { logger, lifecycle, registry, observe, chains, keyrings, redis, database } = parts
  const state: State = { lastRound: undefined, observation: undefined, isQueueUp: true }
  const app = makeApp(config, parts, state)

  return {
    app,
    logger,
    async start() {
      await requireOwnDatabase(config.databaseUrl, 'relayer')
      await database.prisma.$connect()
      const wanted = sessionSettingsOf(statementMs)
      watchSessionLimits({ sql: database.sql, wanted, registry, logger, lifecycle })
      await redis?.connect().catch(observe.queueFailed)
      await Promise.all(
        [...chains].map(async ([name, chain]) => observe.unverifiedEndpoints(name, await chain.verify())),
      )
      await Promise.all([parts.abilities.start(), warnOfLowLimits(parts)])
      if (config.roles.includes('worker')) {
        await Promise.all([...chains.keys()].map((chain) => keyrings.get(chain)?.open()))
        startWorker(config, parts, state)
      }
      if (config.roles.includes('keeper')) startKeeper(config, parts)
      startTidying(config, parts)
      startLooking(config, parts, state)
      return startHttpServer({ app, host: config.host, port: config.port, lifecycle, ...shutdownTimes(config) })
    },
    stop: () => lifecycle.stop(),
  }
}

/** The relayer starts all the same: public secrets may wait for it. */
async function warnOfLowLimits({ chains, policies, observeBudgets }: Parts): Promise<void> {
  const asked = [...policies].map(async ([name, policy]) => {
    const chain = chains.get(name)
    if (chain === undefined) return
    for (const reason of await findLowLimits(chain, policy)) observeBudgets.lowLimit(name, reason)
  })
  await Promise.all(asked.map((one) => one.catch(observeBudgets.failed)))
}

function makeApp(config: Config, parts: Parts, state: State) {
  const { logger, registry, lifecycle, database, chains, redis } = parts
  const { prisma } = database
  return createApp({
    service: 'relayer',
    logger,
    registry,
    lifecycle,
    operations: relayerOperations,
    document: relayerDocument,
    routes: [
      ...(config.roles.includes('api') ? workRoutes(parts, state) : []),
      ...(config.adminToken === undefined
        ? []
        : [adminRoutes({ token: config.adminToken, queuePage: queuePage(config, parts) })]),
    ],
    health: makeReadHealth({
      version,
      roles: config.roles,
      work: async () => {
        const [requests, oldestUnsent, overdue] = await Promise.all([
          parts.store.counts(),
          oldestUnsentMs(prisma, Date.now()),
          overdueMs(prisma),
        ])
        return { requests, oldestUnsentMs: oldestUnsent, overdueMs: overdue }
      },
      isQueueUp: () => state.isQueueUp,
      observation: () => state.observation,
      lastSweepAgeMs: () => (state.lastRound === undefined ? null : Date.now() - state.lastRound()),
    }),
    checks: {
      database: () => prisma.request.findFirst({ select: { id: true } }),
    },
    chains: Object.fromEntries(
      [...chains].map(([name, chain]) => [name, parts.abilities.probeOf(name, () => requireAnswer(chain))]),
    ),
    apiKeyHashes: config.apiKeyHashes,
    rateLimitPerMinute: config.rateLimitPerMinute,
    redis: config.rateLimitPerMinute > 0 ? redis : undefined,
    trustProxy: config.trustProxy,
    idempotencyStore: makeSqlIdempotencyStore(database.sql, Date.now),
  })
}

/** One endpoint is enough to be ready; requests say what is missing. */
async function requireAnswer({ name, heads }: RelayChain): Promise<void> {
  if ((await heads(1)).every((head) => head === undefined)) throw new Error(`no endpoint of ${name} answers`)
}

function workRoutes({ work, store, abilities }: Parts, state: State) {
  const { requireAble } = abilities
  const { transactions } = work
  const hasSigner = (chain: string) => hasGasMoney(state.observation, chain)
  const countWrongSecret = makeWrongSecretLimit()
  const submitClaim = makeSubmitClaim({ ...work, hasSigner, requireAble, countWrongSecret })
  const submitInitiation = makeSubmitInitiation({ ...work, hasSigner, requireAble })
  const refundOrder = makeSubmitRefund({ ...work, hasSigner })
  const submitRefund = async (orderId: string, body: CreateRefundWire) =>
    refundOrder(await work.orderbook.getOrder(orderId), body)
  return [
    claimRoutes({ submitClaim, store, transactions }),
    initiationRoutes({ submitInitiation, store, transactions }),
    refundRoutes({ submitRefund, transactions }),
  ]
}

function queuePage(config: Config, { observe, lifecycle }: Parts): RequestHandler {
  const { page, close } = makeQueuePage({
    backend: queueOf(config),
    basePath: queuePagePath,
    onError: observe.queueFailed,
  })
  lifecycle.onStop('queue-page', close)
  return page
}
