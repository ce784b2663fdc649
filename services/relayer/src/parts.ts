import type { QuorumObserver } from '@tandem/chain'
import {
  createLifecycle,
  createLogger,
  createRegistry,
  directUrlOf,
  makeLimiterRedis,
  makeObserveEndpoints,
  type RedisClient,
  redisServersOf,
  secretBoxOf,
  statementMs,
  watchAbilities,
  withSpan,
} from '@tandem/service-kit'
import { type Keyring, makeKeyring } from '@tandem/signers'
import { makeBudgetStore } from './budgets/db/budget.store.ts'
import type { SponsorPolicy } from './budgets/domain/budget.ts'
import { makeObserveBudgets } from './budgets/observe-budgets.ts'
import { makeSponsor } from './budgets/sponsor.ts'
import { sponsorPolicyOf } from './budgets/sponsor-settings.ts'
import type { Config } from './config.ts'
import { makeDatabase } from './db/client.ts'
import { feePolicyOf, gasLimitsOf } from './gas-settings.ts'
import { signerUses } from './operations/health.ts'
import { makeObserve } from './operations/observe.ts'
import { makeHttpOrderbook } from './orderbook/http-orderbook.ts'
import { type ChainEndpoints, makeRelayChain } from './relay-chain.ts'
import { makeRequestRules } from './request-rules.ts'
import { makeArchive, withArchive } from './retention/archive.store.ts'
import { signersOf } from './signers/signers-of.ts'
import { makeGatherer } from './transactions/batcher.ts'
import { makeReadLoads } from './transactions/choose-signer.ts'
import { makeNonceRepairStore } from './transactions/db/nonce-repair.store.ts'
import { makeKnownSigners } from './transactions/known-signers.ts'
import { makeTransactionManager, type TransactionManager } from './transactions/manager.ts'
import { makeRelayerStore } from './work/db/relayer.store.ts'
import type { WorkRequest } from './work/domain/work.ts'
import type { Chains } from './work/ports.ts'
import { makeWorkTransactions } from './work/submit-work.ts'
import { makeDoorbell, type QueueBackend } from './worker/wake-queue.ts'

/** A smaller batch gains little. */
const leastBatch = 3

const spanOf = ({ id, orderId, work, state, chain }: WorkRequest) => ({
  orderId,
  attributes: { settlement_id: id, kind: work.kind, state, chain },
})

export type Parts = ReturnType<typeof makeParts>

export function makeParts(config: Config) {
  const logger = createLogger({ service: 'relayer', level: config.logLevel })
  const lifecycle = createLifecycle(logger)
  const registry = createRegistry('relayer', config.roles)
  const observe = makeObserve(
    logger,
    registry,
    config.network.chains.map(({ chain }) => chain),
  )
  const timeouts = { answerMs: config.databaseAnswerMs, statementMs }
  const isPooled = config.databaseDirectUrl !== undefined
  const database = makeDatabase(config.databaseUrl, config.databasePoolSize, timeouts, isPooled)
  lifecycle.onStop('postgres', () => database.close())
  const archive = makeArchive(database.sql)
  const box = secretBoxOf(config.secretsKeys)
  const store = withArchive(makeRelayerStore(database.sql, box, Date.now), archive)
  const keyrings = keyringsOf(config)
  const chains = chainsOf(config, keyrings, makeObserveEndpoints(logger, registry))
  const asking = new Map([...chains].map(([name, chain]) => [name, chain.askAbility] as const))
  const abilities = watchAbilities(asking, { logger, lifecycle })
  const redis = makeRedis(config, observe.queueFailed)
  if (redis !== undefined) lifecycle.onStop('redis', () => redis.disconnect())
  const doorbell = makeDoorbell(queueOf(config), observe.queueFailed)
  lifecycle.onStop('queue', () => doorbell.close())
  const policies = policiesOf(config)
  const observeBudgets = makeObserveBudgets(logger, registry, policies)
  const budgets = makeBudgetStore(database.sql, Date.now)
  const sponsor = makeSponsor({
    ...{ store: budgets, chains, assets: config.network.assets, policies, now: Date.now },
    onRefused: observeBudgets.refused,
  })
  const manager = makeManager(config, { store, chains, database, observe })
  const transactions = makeWorkTransactions({
    ...{ store, observe },
    onDue: ({ id, chain, orderId }) => doorbell.ring({ id, chain, orderId }),
  })
  const work = {
    ...{ store, transactions, sponsor, chains, network: config.network, now: Date.now },
    putAway: archive.putAway,
    orderbook: makeHttpOrderbook({
      url: config.orderbookUrl,
      timeoutMs: config.orderbookTimeoutMs,
      apiKey: config.orderbookApiKey,
    }),
  }
  return {
    ...{ logger, lifecycle, registry, observe, database, store, keyrings, chains, redis, doorbell, manager, work },
    observeBudgets,
    budgets,
    policies,
    archive,
    abilities,
  }
}

export function makeManager(
  config: Config,
  { store, chains, database, observe }: Pick<Parts, 'store' | 'chains' | 'database' | 'observe'>,
): TransactionManager {
  return makeTransactionManager({
    ...{
      requests: store,
      nonces: store,
      attempts: store,
      upkeepStore: store,
      lease: store.lease,
      chains,
      observe,
      now: Date.now,
    },
    repairStore: makeNonceRepairStore(database.sql, Date.now),
    rules: makeRequestRules({ store, chains, network: config.network, batchMost: batchMostOf(config), now: Date.now }),
    gather: makeGatherer({ least: leastBatch, waitMs: config.claimBatchWaitMs }),
    hedgeAfterMs: config.hedgeAfterMs,
    readLoads: makeReadLoads(store),
    knownSigners: makeKnownSigners({
      signerUses: () => signerUses(database.prisma),
      onUnknown: observe.unknownNonce,
    }),
    inSpan: (request: WorkRequest, work) => withSpan('settlement step', spanOf(request), work),
    onStepFailed: observe.stepFailed,
    onUpkeepFailed: observe.noncesFailed,
  })
}

export const batchMostOf = ({ claimBatchMost, initiationBatchMost }: Config) => ({
  claim: claimBatchMost,
  prefunded: initiationBatchMost,
  signed: initiationBatchMost,
})

function keyringsOf(config: Config): ReadonlyMap<string, Keyring> {
  return new Map(config.network.chains.map(({ chain }) => [chain, makeKeyring(chain, signersOf(config, chain))]))
}

/** With escrows, an endpoint, and a key where steps are taken. */
export function chainsOf(
  config: Config,
  keyrings: ReadonlyMap<string, Keyring>,
  observerOf: (chain: string) => QuorumObserver,
): Chains {
  return new Map(
    config.network.chains.flatMap((chain) => {
      const endpoints = endpointsOf(config, chain.chain)
      const keyring = keyrings.get(chain.chain)
      if (chain.registry_address === null || endpoints.rpcUrls.length === 0 || keyring === undefined) return []
      return [[chain.chain, makeRelayChain(chain, endpoints, keyring, observerOf(chain.chain))] as const]
    }),
  )
}

function policiesOf(config: Config): ReadonlyMap<string, SponsorPolicy> {
  return new Map(
    Object.entries(config.sponsoring).flatMap(([chain, of]) => {
      const policy = sponsorPolicyOf(of)
      return policy === undefined ? [] : [[chain, policy] as const]
    }),
  )
}

export function endpointsOf(config: Config, chain: string): ChainEndpoints {
  const url = config.privateRpcUrls[chain]
  return {
    rpcUrls: config.rpcUrls[chain] ?? [],
    gasLimits: gasLimitsOf(config.gasLimits[chain]),
    fees: feePolicyOf(config.fees[chain], {
      chainId: chainIdOf(config, chain),
      maxFeePerGas: config.maxFeePerGas,
      maxClaimFee: config.maxClaimFee,
    }),
    confidential: url === undefined ? undefined : { url, forMs: config.privateFallbackMs },
  }
}

/** @throws Error for a chain outside of the network file. */
function chainIdOf({ network }: Config, chain: string): number {
  const found = network.chains.find((one) => one.chain === chain)
  if (found === undefined) throw new Error(`chain ${chain} is not in the network file`)
  return found.chain_id
}

/** On Redis, or on PostgreSQL. */
export function queueOf(config: Config): QueueBackend {
  const servers = redisServersOf(config)
  return servers === undefined ? { type: 'postgres', url: directUrlOf(config) } : { type: 'redis', servers }
}

/** For rate limits; the queue has connections of its own. */
function makeRedis(config: Config, onError: (error: unknown) => void): RedisClient | undefined {
  const servers = redisServersOf(config)
  return servers === undefined || config.rateLimitPerMinute === 0 ? undefined : makeLimiterRedis(servers, onError)
}
