import { relayerDocument } from '@tandem/contracts'
import {
  createApp,
  createLifecycle,
  createLogger,
  createRegistry,
  deleteExpiredKeys,
  makeLimiterRedis,
  makeSqlIdempotencyStore,
  secretBoxOf,
  shutdownTimes,
  startHttpServer,
} from '@tandem/service-kit'
import type { RequestHandler } from 'express'
import type { Redis } from 'ioredis'
import { verifyChain } from './chain/endpoint.ts'
import { type ChainEndpoints, makeRelayChain } from './chain/relay-chain.ts'
import { type Config, quorumOf } from './config.ts'
import { makeDatabase } from './db/client.ts'
import { firstDeadlines } from './db/deadlines.ts'
import { overdueMs, signerUses } from './db/health.ts'
import { makeNonceRepairStore } from './db/nonce-repair.ts'
import { oldestUnsentMs } from './db/oldest-unsent.ts'
import { purgeSecrets } from './db/purge.ts'
import { makeSettlementStore } from './db/settlement.store.ts'
import { mostInBatch } from './domain/gas-limits.ts'
import { type Settlement, targetOf } from './domain/settlement.ts'
import { feePolicyOf, gasLimitsOf } from './gas-settings.ts'
import { adminRoutes, queuePagePath } from './http/admin.routes.ts'
import { claimRoutes } from './http/claim.routes.ts'
import { healthHandler } from './http/health.ts'
import { initiationRoutes } from './http/initiation.routes.ts'
import { makeObserve } from './observe.ts'
import { makeHttpOrderbook } from './orderbook/http-orderbook.ts'
import { listenToDoorbell, makeDoorbell, type QueueBackend } from './queue/doorbell.ts'
import { makeQueuePage } from './queue/queue-page.ts'
import { startRounds } from './queue/rounds.ts'
import { type Sweeper, startSweeper } from './queue/sweeper.ts'
import { startBalanceWatch } from './signers/balance-watch.ts'
import { type Keyring, makeKeyring } from './signers/keyring.ts'
import { makeObserveBalances } from './signers/observe-balances.ts'
import { signersOf } from './signers/signer-config.ts'
import { makeChooseSigner } from './usecases/choose-signer.ts'
import { makeFillAbandonedNonces } from './usecases/fill-abandoned-nonces.ts'
import { makeGatherer } from './usecases/gather.ts'
import type { Chains } from './usecases/judge.ts'
import { makeKeep } from './usecases/keep.ts'
import { makeKnownSigners } from './usecases/known-signers.ts'
import { hasGasMoney, type Observation, observeChains } from './usecases/observe-chains.ts'
import type { RelayChain } from './usecases/ports.ts'
import { makeRepairNonces } from './usecases/repair-nonces.ts'
import { makeStep } from './usecases/step-settlement.ts'
import { makeSubmitClaim } from './usecases/submit-claim.ts'
import { makeSubmitInitiation } from './usecases/submit-initiation.ts'
import { makeWakeMined } from './usecases/wake-mined.ts'
import { version } from './version.ts'
import { makeWrongSecretLimit } from './wrong-secret-limit.ts'

/** Longer than any step takes; after it another worker may take the settlement of one that died. */
const leaseMs = 8_000
/** Fewer claims than these go out one by one: a batch gains little, and ties them together. */
const leastBatch = 3
const balanceIntervalMs = 15_000
const tidyIntervalMs = 600_000
const lookIntervalMs = 10_000
const repairIntervalMs = 10_000

/** The composition root: the same for production and for tests. Opens nothing before `start`. */
export function compose(config: Config) {
  const logger = createLogger({ service: 'relayer', level: config.logLevel, format: config.logFormat })
  const lifecycle = createLifecycle(logger)
  const registry = createRegistry('relayer', config.roles)
  const observe = makeObserve(
    logger,
    registry,
    config.network.chains.map(({ chain }) => chain),
  )
  const database = makeDatabase(config.databaseUrl, config.databasePoolSize, {
    answerMs: config.databaseAnswerMs,
    statementMs: config.databaseStatementMs,
  })
  const { prisma } = database
  lifecycle.onStop('postgres', () => database.close())
  const store = makeSettlementStore(database.sql, secretBoxOf(config), Date.now)
  const keyrings = keyringsOf(config)
  const chains = chainsOf(config, keyrings)
  const takeStep = makeStep({
    store,
    chains,
    network: config.network,
    gather: makeGatherer({
      least: Math.min(leastBatch, config.claimBatchMost + 1),
      most: Math.min(config.claimBatchMost, ...[...chains.values()].map(({ gasLimits }) => mostInBatch(gasLimits))),
      waitMs: config.claimBatchWaitMs,
    }),
    hedgeAfterMs: config.hedgeAfterMs,
    chooseSigner: makeChooseSigner(store),
    knownSigners: makeKnownSigners({ signerUses: () => signerUses(prisma), onUnknown: observe.unknownNonce }),
    observe,
    now: Date.now,
  })
  const step = (settlement: Settlement) =>
    takeStep(settlement).catch((error: unknown) => observe.stepFailed(settlement.id, error))
  const redis = makeRedis(config, observe.queueFailed)
  if (redis !== undefined) lifecycle.onStop('redis', () => redis.disconnect())

  const doorbell = makeDoorbell(queueOf(config), observe.queueFailed)
  lifecycle.onStop('queue', () => doorbell.close())
  const orderbook = makeHttpOrderbook({ url: config.orderbookUrl, timeoutMs: config.orderbookTimeoutMs })
  const ring = ({ id, work }: Settlement) => doorbell.ring({ id, chain: targetOf(work).chain })
  const shared = { orderbook, store, chains, network: config.network, ring, now: Date.now }
  const hasSigner = (chain: string) => hasGasMoney(observation, chain)
  const submitClaim = makeSubmitClaim({
    ...shared,
    hasSigner,
    countWrongSecret: makeWrongSecretLimit(Date.now),
    moved: observe.moved,
  })
  const submitInitiation = makeSubmitInitiation({ ...shared, hasSigner })
  let lastRound: (() => number) | undefined
  let observation: Observation | undefined
  let isQueueUp = true

  const app = createApp({
    service: 'relayer',
    logger,
    registry,
    lifecycle,
    document: relayerDocument(),
    routes: [
      ...(config.roles.includes('api')
        ? [claimRoutes({ submitClaim, store }), initiationRoutes({ submitInitiation, store })]
        : []),
      ...(config.adminToken === undefined ? [] : [adminRoutes({ token: config.adminToken, queuePage: queuePage() })]),
    ],
    health: healthHandler({
      version,
      roles: config.roles,
      work: async () => {
        const [settlements, oldestUnsent, overdue] = await Promise.all([
          store.counts(),
          oldestUnsentMs(prisma, Date.now()),
          overdueMs(prisma),
        ])
        return { settlements, oldestUnsentMs: oldestUnsent, overdueMs: overdue }
      },
      isQueueUp: () => isQueueUp,
      observation: () => observation,
      lastSweepAgeMs: () => (lastRound === undefined ? null : Date.now() - lastRound()),
    }),
    checks: {
      database: () => prisma.$queryRawUnsafe('SELECT 1 FROM settlements LIMIT 1'),
      ...Object.fromEntries([...chains].map(([name, chain]) => [name, () => chain.headNumber()])),
    },
    apiKeyHashes: config.apiKeyHashes,
    rateLimitPerMinute: config.rateLimitPerMinute,
    redis: config.rateLimitPerMinute > 0 ? redis : undefined,
    trustProxy: config.trustProxy,
    idempotencyStore: makeSqlIdempotencyStore(database.sql, Date.now),
  })

  function queuePage(): RequestHandler | undefined {
    const queue = queueOf(config)
    if (queue.type === 'postgres') return undefined
    const { page, close } = makeQueuePage({
      redisUrl: queue.url,
      basePath: queuePagePath,
      onError: observe.queueFailed,
    })
    lifecycle.onStop('queue-page', close)
    return page
  }

  function startLooking(): void {
    const looking = startRounds({
      round: async () => {
        isQueueUp = await doorbell.isUp()
        observe.queueSeen(isQueueUp)
        observation = await observeChains({ chains, signerUses: () => signerUses(prisma), now: Date.now })
        observe.chainsSeen(observation)
        if (config.roles.includes('worker')) {
          observe.counted(await store.counts())
          observe.unsentFor(await oldestUnsentMs(prisma, Date.now()))
          observe.deadlines(await firstDeadlines(prisma))
        }
      },
      onError: observe.lookFailed,
      intervalMs: lookIntervalMs,
    })
    lifecycle.onStop('looking', () => looking.stop())
  }

  function startTidying(): void {
    const tidying = startRounds({
      round: async () => {
        observe.purged(await purgeSecrets(prisma, Date.now()))
        await deleteExpiredKeys(prisma, Date.now)
      },
      onError: observe.sweepFailed,
      intervalMs: tidyIntervalMs,
    })
    lifecycle.onStop('tidying', () => tidying.stop())
  }

  function startWorker(): void {
    const sweepers = new Map([...chains].map(([name, chain]) => [name, startSweeping(chain)]))
    lastRound = () => Math.min(Date.now(), ...[...sweepers.values()].map((sweeper) => sweeper.lastRound()))
    const listening = listenToDoorbell(queueOf(config), {
      onRing: (rung) => {
        for (const chain of rung) sweepers.get(chain)?.hurry()
      },
      onError: observe.queueFailed,
    })
    lifecycle.onStop('listening', () => listening.close())
    const balances = startBalanceWatch({
      chains: [...chains.values()],
      ...makeObserveBalances(logger, registry),
      intervalMs: balanceIntervalMs,
    })
    lifecycle.onStop('balances', () => balances.stop())
  }

  /** Each chain for itself: one that does not answer, whose steps take long, holds up no other. */
  function startSweeping(chain: RelayChain): Sweeper {
    const sweeper = startSweeper({
      lease: (limit) => store.lease(chain.name, limit, leaseMs),
      step,
      onError: observe.sweepFailed,
      intervalMs: config.sweepIntervalMs,
      most: config.workerConcurrency,
    })
    lifecycle.onStop(`sweeper of ${chain.name}`, () => sweeper.stop())
    startCounting(chain, sweeper.hurry)
    return sweeper
  }

  /** Sees to a chain's nonces. */
  function startCounting(chain: RelayChain, onWoken: () => void): void {
    const look = makeWakeMined(store, chain, Date.now)
    const wakeMined = async () => {
      if (await look()) onWoken()
    }
    const onError = (error: unknown) => observe.noncesFailed(chain.name, error)
    const fillAbandonedNonces = makeFillAbandonedNonces({
      ...{ store, chain, feeCaps: chain.feeCaps, onError },
      foreignNonce: observe.foreignNonce,
    })
    const repairNonces = makeRepairNonces({
      store: { ...makeNonceRepairStore(database.sql, Date.now), hasOpenNonces: store.hasOpenNonces },
      ...{ chain, onError, foreignNonce: observe.foreignNonce },
      now: Date.now,
    })
    const rounds = [
      { what: 'repaired', work: repairNonces, intervalMs: repairIntervalMs },
      { what: 'mined', work: wakeMined, intervalMs: config.sweepIntervalMs },
      // Rare, and behind one that is empty everything waits for seconds anyway.
      { what: 'abandoned', work: fillAbandonedNonces, intervalMs: 4 * config.sweepIntervalMs },
    ]
    for (const { what, work, intervalMs } of rounds) {
      const counting = startRounds({ round: work, onError, intervalMs })
      lifecycle.onStop(`${what} nonces of ${chain.name}`, () => counting.stop())
    }
  }

  function startKeeper(): void {
    const keep = makeKeep({
      ...shared,
      delaySecs: config.keeperDelaySecs,
      onSkipped: observe.keeperSkipped,
      now: Date.now,
    })
    const keeper = startRounds({
      round: async () => {
        observe.choresTaken(await keep())
      },
      onError: observe.keeperFailed,
      intervalMs: config.keeperIntervalMs,
    })
    lifecycle.onStop('keeper', () => keeper.stop())
  }

  return {
    app,
    logger,
    async start() {
      await prisma.$connect()
      await redis?.connect().catch(observe.queueFailed)
      await Promise.all(
        config.network.chains
          .filter(({ chain }) => chains.has(chain))
          .map(async (chain) =>
            observe.silentEndpoints(chain.chain, await verifyChain(chain, endpointsOf(config, chain.chain))),
          ),
      )
      if (config.roles.includes('worker')) {
        await Promise.all([...chains.keys()].map((chain) => keyrings.get(chain)?.open()))
        startWorker()
      }
      if (config.roles.includes('keeper')) startKeeper()
      startTidying()
      startLooking()
      return startHttpServer({ app, host: config.host, port: config.port, lifecycle, ...shutdownTimes(config) })
    },
    stop: () => lifecycle.stop(),
  }
}

function keyringsOf(config: Config): ReadonlyMap<string, Keyring> {
  return new Map(config.network.chains.map(({ chain }) => [chain, makeKeyring(chain, signersOf(config, chain))]))
}

/** Every chain with escrows, an endpoint, and, where steps are taken, a key. */
function chainsOf(config: Config, keyrings: ReadonlyMap<string, Keyring>): Chains {
  return new Map(
    config.network.chains.flatMap((chain) => {
      const endpoints = endpointsOf(config, chain.chain)
      const keyring = keyrings.get(chain.chain)
      if (chain.registry_address === null || endpoints.rpcUrls.length === 0 || keyring === undefined) return []
      return [[chain.chain, makeRelayChain(chain, endpoints, keyring)] as const]
    }),
  )
}

function endpointsOf(config: Config, chain: string): ChainEndpoints {
  const url = config.privateRpcUrls[chain]
  return {
    rpcUrls: config.rpcUrls[chain] ?? [],
    quorum: quorumOf(config, chain),
    mostTogether: config.rpcBatchMost,
    gasLimits: gasLimitsOf(config.gasLimits[chain]),
    fees: feePolicyOf(config.fees[chain], {
      chainId: config.network.chains.find((one) => one.chain === chain)?.chain_id ?? 0,
      maxFeePerGas: config.maxFeePerGas,
      maxClaimFee: config.maxClaimFee,
    }),
    confidential: url === undefined ? undefined : { url, forMs: config.privateFallbackMs },
  }
}

function queueOf({ queueBackend, redisUrl, databaseUrl }: Config): QueueBackend {
  if (queueBackend === 'redis' && redisUrl !== undefined) return { type: 'redis', url: redisUrl }
  return { type: 'postgres', url: databaseUrl }
}

/** For rate limits that replicas share; the queue has connections of its own. */
function makeRedis({ redisUrl, rateLimitPerMinute }: Config, onError: (error: unknown) => void): Redis | undefined {
  if (redisUrl === undefined || rateLimitPerMinute === 0) return undefined
  return makeLimiterRedis(redisUrl, onError)
}
