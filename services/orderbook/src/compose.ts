import { randomBytes, randomUUID } from 'node:crypto'
import { askAbility } from '@tandem/chain'
import { openPriceFeed } from '@tandem/chain/prices'
import { ORDERBOOK_HEALTH_TEXT, orderbookDocument, orderbookOperations } from '@tandem/contracts'
import {
  type Abilities,
  createApp,
  createLifecycle,
  createLogger,
  createRegistry,
  directUrlOf,
  type Lifecycle,
  type Logger,
  makeHttpClient,
  makeLimiterRedis,
  makePostgresPool,
  makeSqlIdempotencyStore,
  openLimit,
  type PostgresTimeouts,
  type RedisClient,
  redisServersOf,
  requireOwnDatabase,
  type SecretBox,
  type Sql,
  secretBoxOf,
  sessionSettingsOf,
  shutdownTimes,
  startHttpServer,
  statementMs,
  watchAbilities,
  watchSessionLimits,
  workLimit,
} from '@tandem/service-kit'
import type { Express } from 'express'
import type { Registry } from 'prom-client'
import { type Config, makersFileRules } from './config.ts'
import { type Database, makeDatabase, serverSettings } from './db/client.ts'
import { makeReadReplica, type ReadReplica, readsOfPrimary } from './db/read-replica.ts'
import { makeEventStore } from './events/db/event.store.ts'
import { makeEventFeed } from './events/db/event-feed.ts'
import type { RetentionDays } from './events/db/retention.ts'
import { eventRoutes } from './events/event.routes.ts'
import { makeEventHub } from './events/event-hub.ts'
import type { StreamLimits } from './events/open-streams.ts'
import type { EventNumbers } from './events/ports.ts'
import { keccak } from './keccak.ts'
import { startMaintenance } from './maintenance.ts'
import { composeMakers, observeMakers } from './makers/compose-makers.ts'
import { makerRoutes } from './makers/maker.routes.ts'
import { type MakersList, noMakers, parseMakersFile } from './makers/makers-file.ts'
import type { MarketObserver } from './makers/ports.ts'
import { makeChainReadings } from './network/db/chain-readings.ts'
import { indexNetwork, type NetworkIndex } from './network/domain/network.ts'
import { type Pauses, parsePauses, pausesOf, withPauses } from './network/domain/pauses.ts'
import { checkHops } from './network/hop-preflight.ts'
import { makeHopRoutes } from './network/hop-routes.ts'
import { networkRoutes } from './network/network.routes.ts'
import { checkChains } from './network/preflight.ts'
import { makeSideQuorums } from './network/side-quorums.ts'
import { makeTimeOfChain, type TimeOfChain } from './network/time-of-chain.ts'
import { makeObserve } from './observe.ts'
import { observeBacklog } from './observe-backlog.ts'
import { makeCreateOrder, type UnfundedLimits } from './orders/create-order.ts'
import { makeFactStore } from './orders/db/fact.store.ts'
import { makeOrderStore } from './orders/db/order.store.ts'
import { makeOrderLister } from './orders/db/order-list.store.ts'
import { makeUnfundedOrders } from './orders/db/unfunded-orders.ts'
import { makeFinalOrderCache } from './orders/final-order-cache.ts'
import { makeListOrders } from './orders/list-orders.ts'
import { orderRoutes } from './orders/order.routes.ts'
import { makePrefundReader } from './orders/prefunds.ts'
import { type ResolveName, urlProblem } from './outgoing/public-address.ts'
import { formatSecret } from './outgoing/signature.ts'
import type { Clock } from './ports.ts'
import { makeCreateQuote, makeIndicativeQuote } from './quotes/create-quote.ts'
import { makeQuoteStore } from './quotes/db/quote.store.ts'
import { parseDecimal } from './quotes/domain/decimal.ts'
import { makeGasPrices } from './quotes/gas-prices.ts'
import { makeHttpQuoteSource } from './quotes/http-quote-source.ts'
import { liveRouteRoutes } from './quotes/live-route.routes.ts'
import type { PriceFeed } from './quotes/ports.ts'
import { refusingPriceFeed } from './quotes/price-feed.ts'
import { quoteRoutes } from './quotes/quote.routes.ts'
import { quoteWire } from './quotes/quote.wire.ts'
import { makeReadNetworkFee } from './quotes/read-network-fee.ts'
import { makeReadRoutes, type ReadRoutesDeps } from './quotes/read-routes.ts'
import { makeRouteTimes } from './stats/db/route-times.store.ts'
import { makeStatsReader } from './stats/db/stats.store.ts'
import { makeReadStats } from './stats/read-stats.ts'
import { statsRoutes } from './stats/stats.routes.ts'
import { uuidV7 } from './uuid-v7.ts'
import { sha256Of, type WatchedFile, watchFile } from './watch-file.ts'
import { makeChainQuorum } from './watcher/chain-quorum.ts'
import { makeChainStore } from './watcher/db/chain.store.ts'
import { makeChainLeaders } from './watcher/db/chain-leader.ts'
import { readUndelivered } from './watcher/db/delivery.store.ts'
import { rememberedBlocksOf } from './watcher/domain/remembered-blocks.ts'
import { observeHops } from './watcher/observe-hops.ts'
import { makeWatcherObserver } from './watcher/observe-watcher.ts'
import { makeWatcher, type Watcher } from './watcher/watcher.ts'
import { rotateWebhookSecrets } from './webhooks/db/sealed-secret.ts'
import { makeDeliveryQueue, makeWebhookStore } from './webhooks/db/webhook.store.ts'
import { startDispatcher } from './webhooks/dispatcher.ts'
import { makeSendWebhook, type SendWebhook } from './webhooks/send.ts'
import { webhookRoutes } from './webhooks/webhook.routes.ts'

/** About 3 KB each. */
const finalOrderCacheSize = 10_000

export type Orderbook = {
  readonly app: Express
  readonly logger: Logger
  start(): Promise<string>
  stop(): Promise<void>
  /** An error before it listens. */
  url(): string
}

/** For tests. */
export type ComposeOptions = {
  database?: Database
  logger?: Logger
  now?: Clock
  sendWebhook?: SendWebhook
  resolveName?: ResolveName
  /** Read again while the service runs, for its pauses. Without one they stay as in the configuration. */
  networkFile?: string | undefined
}

/** The composition root of production and tests. Opens nothing before `start`. */
export function compose(config: Config, options: ComposeOptions = {}): Orderbook {
  const now = options.now ?? Date.now
  const logger = options.logger ?? createLogger({ service: 'orderbook', level: config.logLevel })
  const lifecycle = createLifecycle(logger)
  const database =
    options.database ??
    makeDatabase(config.databaseUrl, {
      poolSize: poolSizesOf(config).essential,
      timeouts: timeoutsOf(config),
      isPooled: config.databaseDirectUrl !== undefined,
      onConnectionLost: (error) => logger.warn('database.connection_lost', { error }),
    })
  const { prisma } = database
  lifecycle.onStop('postgres', () => database.close())
  const lists = options.database ?? makeListsDatabase(config, logger, lifecycle)
  const redis = makeRedis(config, logger, lifecycle)
  const box = config.secretsKeys && secretBoxOf(config.secretsKeys)
  const reads = makeReads({ config, logger, lifecycle, lists, now })
  const { resolveName, networkFile } = options
  const app = makeApp({ config, logger, lifecycle, database, lists, reads, redis, now, box, resolveName, networkFile })
  let url: string | undefined
  return {
    app: app.express,
    logger,
    start: async () => {
      await requireOwnDatabase(config.databaseUrl, 'orderbook')
      await prisma.$connect()
      const wanted = sessionSettingsOf(statementMs, serverSettings)
      watchSessionLimits({ sql: database.sql, wanted, registry: app.registry, logger, lifecycle })
      // Until Redis is back the limiter counts for itself.
      await redis?.connect().catch((error: unknown) => logger.warn('redis.unavailable', { error }))
      if (config.roles.includes('api')) {
        for (const file of app.files) file.start()
        lifecycle.onStop('files', () => Promise.all(app.files.map((file) => file.stop())))
        reads.start()
        lifecycle.onStop('maintenance', startMaintenance(prisma, retentionOf(config), app.observe.maintenanceFailed))
        if (box !== undefined) {
          const unreadable = (id: string) => logger.error('secrets.unreadable', { table: 'webhooks', id })
          await rotateWebhookSecrets(database.sql, box, unreadable).catch(app.observe.maintenanceFailed)
        }
        lifecycle.onStop(
          'webhooks',
          startDispatcher({
            queue: makeDeliveryQueue(prisma, { box, onError: app.observe.maintenanceFailed }),
            send:
              options.sendWebhook ??
              makeSendWebhook({ allowPrivate: config.allowPrivate, resolveName: options.resolveName }),
            now,
            onDelivery: app.observe.webhookAttempted,
            onDisabled: app.observe.webhookDisabled,
            onError: app.observe.maintenanceFailed,
          }),
        )
      }
      await app.abilities.start()
      if (app.watcher !== undefined) {
        await refuseWrongChains(config, logger)
        app.watcher.start()
      }
      const times = shutdownTimes(config)
      const listening = { app: app.express, host: config.host, port: config.port, lifecycle, ...times }
      url = (await startHttpServer(listening)).url
      logger.info('http.listening', { url, roles: config.roles })
      return url
    },
    stop: () => lifecycle.stop(),
    url: () => {
      if (url === undefined) throw new Error('the orderbook is not started')
      return url
    },
  }
}

/** A configuration that chains deny must not take orders; a silent chain may answer later. */
async function refuseWrongChains({ network, rpcUrls }: Config, logger: Logger): Promise<void> {
  const [chains, hops] = await Promise.all([checkChains(network, rpcUrls), checkHops(network, rpcUrls)])
  for (const chain of chains.unreachable) logger.warn('chain.unreachable', { chain })
  for (const route of hops.closed) logger.warn('hop.route_closed', { route })
  const problems = [...chains.problems, ...hops.problems]
  if (problems.length > 0) throw new Error(`NETWORK_FILE does not fit the chains:\n  ${problems.join('\n  ')}`)
}

type Parts = {
  config: Config
  logger: Logger
  lifecycle: Lifecycle
  /** For what is essential, and for background work. */
  database: Database
  /** The same database through connections of their own, for lists, statistics and events that clients read. */
  lists: Database
  reads: ReadReplica
  redis: RedisClient | undefined
  now: Clock
  box: SecretBox | undefined
  resolveName: ResolveName | undefined
  networkFile: string | undefined
}

function makeApp({
  config,
  logger,
  lifecycle,
  database,
  lists,
  reads,
  redis,
  now,
  box,
  resolveName,
  networkFile,
}: Parts) {
  const { prisma } = database
  const registry = createRegistry('orderbook', config.roles)
  const observe = makeObserve(logger, registry)
  if (config.roles.includes('api')) observeBacklog(prisma, registry, observe.maintenanceFailed)
  const market = observeMakers(logger, registry)
  const makersFile = watchFile(
    // A process that only watches the chains asks no maker, and its pod has no such file.
    config.roles.includes('api') ? config.makersFile : undefined,
    (text) => parseMakersFile(text, makersFileRules(config)),
    market,
    noMakers,
  )
  const pauses = watchPauses(config, networkFile, logger)
  const network = indexNetwork(config.network, pauses.current)
  const abilities = watchAbilities(abilityQuestionsOf(config, now), { logger, lifecycle })
  // Clients of a process that also watches need not wait for the feed's next poll.
  const feed = makeEventFeed(database.sql, { onError: observe.maintenanceFailed })
  lifecycle.onStop('event feed', () => feed.stopped())
  const watcher = config.roles.includes('watcher')
    ? composeWatcher({ config, logger, lifecycle, registry, now, onStored: feed.nudge })
    : undefined
  const express = createApp({
    service: 'orderbook',
    logger,
    registry,
    lifecycle,
    operations: orderbookOperations,
    document: () => orderbookDocument(config.publicUrl),
    routes: config.roles.includes('api')
      ? apiRoutes({
          config,
          database,
          lists,
          feed,
          reads,
          redis,
          now,
          network,
          observe,
          market,
          lifecycle,
          box,
          resolveName,
          makersFile,
          pauses: pauses.current,
          abilities,
        })
      : [],
    health: () => ORDERBOOK_HEALTH_TEXT,
    // A table of the last migration: without it the database is not ready.
    checks: {
      database: () => prisma.chainCursor.findFirst({ select: { chain: true } }),
      ...(watcher === undefined ? {} : { watcher: () => watcher.checkStart() }),
    },
    chains: Object.fromEntries(
      (watcher?.chains ?? []).map((chain) => [chain, abilities.probeOf(chain, async () => watcher?.check(chain))]),
    ),
    files: () => known({ MAKERS_FILE: makersFile.current().sha256, NETWORK_FILE: pauses.current().sha256 }),
    apiKeyHashes: config.apiKeyHashes,
    rateLimitPerMinute: config.rateLimitPerMinute,
    redis,
    trustProxy: config.trustProxy,
    idempotencyStore: makeSqlIdempotencyStore(database.sql, now, box),
  })
  return { express, observe, watcher, registry, files: [makersFile, pauses], abilities }
}

/** The files that are read again, or undefined where there are none. */
function known(files: Record<string, string | null>): Record<string, string> | undefined {
  const read = Object.entries(files).flatMap(([name, sha256]) => (sha256 === null ? [] : [[name, sha256] as const]))
  return read.length === 0 ? undefined : Object.fromEntries(read)
}

/** A process that only watches the chains quotes nothing. */
const watchPauses = (config: Config, networkFile: string | undefined, logger: Logger) =>
  watchFile(
    config.roles.includes('api') ? networkFile : undefined,
    (text) => parsePauses(text, sha256Of(text)),
    {
      loaded: ({ chains, assets, routes, sha256 }) =>
        logger.info('network.pauses_read', { paused: [...chains, ...assets, ...routes], sha256 }),
      broken: (error) => logger.error('network.file_broken', { error }),
    },
    pausesOf(config.network),
  )

/** Each chain with escrows. Only the relayer and market makers need a history of fees. */
function abilityQuestionsOf({ network, rpcUrls, rpcTimeoutMs: timeoutMs }: Config, now: Clock) {
  return new Map(
    network.chains.flatMap((chain) => {
      const urls = rpcUrls[chain.chain]
      if (chain.registry_address === null || urls === undefined) return []
      const quorum = makeChainQuorum(chain, urls, { timeoutMs, now, observer: {} })
      return [[chain.chain, () => askAbility(quorum, chain, { fees: 'price' })] as const]
    }),
  )
}

/** No longer than events. */
const mostDeliveriesDays = 30

const retentionOf = ({ eventsRetentionDays: events }: Config): RetentionDays => ({
  events,
  deliveries: events === 0 ? mostDeliveriesDays : Math.min(events, mostDeliveriesDays),
})

/**
 * Lists, statistics and events that clients read get three of ten connections, and nothing else does: whoever floods them takes no
 * connection from orders and quotes.
 */
function poolSizesOf({ databasePoolSize }: Config): { essential: number; lists: number } {
  const lists = Math.max(1, Math.floor(databasePoolSize * 0.3))
  return { essential: Math.max(1, databasePoolSize - lists), lists }
}

/** PostgreSQL ends the statement first, so that its connection stays in use. */
const listTimeoutsOf = ({ listStatementMs }: Config): PostgresTimeouts => ({
  answerMs: listStatementMs + 500,
  statementMs: listStatementMs,
})

/** Requests for lists that are answered or wait at once. */
const mostLists = 64

function makeListsDatabase(config: Config, logger: Logger, lifecycle: Lifecycle): Database {
  const lists = makeDatabase(config.databaseUrl, {
    poolSize: poolSizesOf(config).lists,
    timeouts: listTimeoutsOf(config),
    isPooled: config.databaseDirectUrl !== undefined,
    onConnectionLost: (error) => logger.warn('database.connection_lost', { error }),
  })
  lifecycle.onStop('postgres of lists', () => lists.close())
  return lists
}

const timeoutsOf = ({ databaseAnswerMs }: Config): PostgresTimeouts => ({ answerMs: databaseAnswerMs, statementMs })

/** A chain should not wait for another's step. */
const watcherPoolSize = { atLeast: 5, atMost: 20 }

function composeWatcher({
  config,
  logger,
  lifecycle,
  registry,
  now,
  onStored,
}: Omit<Parts, 'database' | 'lists' | 'reads' | 'redis' | 'box' | 'resolveName' | 'networkFile'> & {
  registry: Registry
  onStored: () => void
}): Watcher {
  const observer = makeWatcherObserver(logger, registry, onStored)
  const pool = makePostgresPool({
    databaseUrl: config.databaseUrl,
    size: Math.max(watcherPoolSize.atLeast, Math.min(watcherPoolSize.atMost, config.network.chains.length)),
    applicationName: 'tandem-watcher',
    timeouts: timeoutsOf(config),
    isPooled: config.databaseDirectUrl !== undefined,
    onConnectionLost: observer.databaseFailed,
  })
  lifecycle.onStop('watcher connections', () => pool.end())
  const leaders = makeChainLeaders(directUrlOf(config))
  lifecycle.onStop('watcher leadership', () => leaders.close())
  observeHops(registry, {
    readUndelivered: (chain) => readUndelivered(pool, chain),
    finalChains: config.network.chains.filter(({ hub_chain }) => hub_chain !== null).map(({ chain }) => chain),
    stuckAfterSecs: config.hopStuckAfterSecs,
    now,
    onError: observer.databaseFailed,
  })
  const watcher = makeWatcher({
    network: config.network,
    rpcUrls: config.rpcUrls,
    storeOf: (chain) =>
      makeChainStore(pool, chain, {
        rememberedBlocks: rememberedBlocksOf(chain),
        now,
        assets: config.network.assets,
      }),
    tryToLead: leaders.tryToLead,
    observer,
    now,
    requestTimeoutMs: config.rpcTimeoutMs,
    maxAheadSecs: config.chainMaxAheadSecs,
    pollMs: config.watcherPollMs,
  })
  lifecycle.onStop('watcher', () => watcher.stop())
  return watcher
}

type ApiParts = Pick<
  Parts,
  'config' | 'database' | 'lists' | 'reads' | 'redis' | 'now' | 'lifecycle' | 'box' | 'resolveName'
> & {
  network: NetworkIndex
  feed: ReturnType<typeof makeEventFeed>
  observe: ReturnType<typeof makeObserve>
  market: MarketObserver
  makersFile: WatchedFile<MakersList>
  pauses: () => Pauses
  abilities: Abilities
}

function apiRoutes(parts: ApiParts) {
  const { config, database, lists, feed, reads, redis, now, network, observe, lifecycle, box } = parts
  const { prisma, sql } = database
  const onError = observe.maintenanceFailed
  const orders = makeOrderStore(sql)
  const desk = makeQuoteStore(sql)
  const quotes = quoteSourceOf(config) ?? desk
  const hops = makeHopRoutes(config.rpcUrls, now)
  const readTime = timeOfChain(config, prisma, now)
  const timeOf: TimeOfChain = async (chain) => {
    parts.abilities.requireAble([chain])
    return readTime(chain)
  }
  const makers = composeMakers({ ...parts, sql, onError, orders, timeOf, observer: parts.market })
  const createOrder = makeCreateOrder({
    market: makers.market,
    ...{ unfunded: makeUnfundedOrders(sql), unfundedLimits: unfundedLimitsOf(config), showQuote: quoteWire },
    ...{ quotes, claims: desk, offers: desk, orders, network, hops, timeOf, now, randomBytes, keccak },
  })
  const pricing = { ...pricingOf(config, network, now), market: makers.market, network, hops, timeOf }
  const events = makeEventStore(lists)
  const limitLists = workLimit(mostLists, 'lists')
  const finalOrders = makeFinalOrderCache(feed, finalOrderCacheSize)
  lifecycle.onStop('order cache', () => finalOrders.close())
  const listOrders = listsFrom(reads, lists, events)
  const readStats = statsFrom(config, reads, lists.prisma, now)
  return [
    orderRoutes({
      createOrder: async (request, client, withOrder) => {
        const order = await createOrder(request, client, withOrder)
        observe.orderCreated(order)
        feed.nudge()
        return order
      },
      askConsent: makers.askConsent,
      networkOrders: ordersOfNetworks(config, redis),
      listOrders: (query) => limitLists(() => listOrders(query)),
      orders,
      facts: makeFactStore(sql),
      prefundOf: makePrefundReader(config.rpcUrls, now),
      network,
      ...{ finalOrders, now },
      hopStuckAfterSecs: config.hopStuckAfterSecs,
    }),
    ...(config.quoteServiceUrl === undefined
      ? [
          quoteRoutes({
            createQuote: makeCreateQuote({ ...pricing, quotes: desk }),
            indicativeQuote: makeIndicativeQuote(pricing),
            quotes: desk,
            openQuotes: openQuotesOf(config, redis),
            now,
          }),
        ]
      : []),
    makerRoutes(makers),
    statsRoutes({ readStats, cacheSecs: config.statsCacheSecs, network, now }),
    eventRoutes({
      events,
      orders,
      limitLists,
      hub: makeEventHub({ feed, events, stopping: lifecycle.stopping }),
      limits: streamLimitsOf(config),
      stopping: lifecycle.stopping,
    }),
    webhookRoutes({
      webhooks: makeWebhookStore({ prisma, sql, lists: lists.prisma }, box),
      ...webhookParts(config, now),
    }),
    networkRoutes({ network: () => withPauses(config.network, parts.pauses()) }),
    liveRouteRoutes(routesReader(config, lists.sql, { ...pricing, onError })),
  ]
}

const unfundedLimitsOf = (config: Config): UnfundedLimits => ({
  perUser: config.maxUnfunded,
  perAddress: config.maxUnfunded === 0 ? 0 : config.maxUnfundedPerAddress,
  perClient: config.maxUnfunded,
})

/** A fifth of the streams is for API keys, where there are any. */
const streamLimitsOf = ({ apiKeyHashes, maxStreams, maxStreamsPerAddress }: Config): StreamLimits => ({
  inAll: maxStreams,
  forKeys: apiKeyHashes.length === 0 ? 0 : Math.ceil(maxStreams / 5),
  perAddress: maxStreamsPerAddress,
})

/** The unfunded orders of an IPv4 address or a /64 are counted themselves. */
const ordersOfNetworks = ({ maxUnfunded, initiateWithinSecs: windowSecs }: Config, redis: ApiParts['redis']) =>
  openLimit({
    most: { address: maxUnfunded, key: 0 },
    isOfWiderNetworks: true,
    windowSecs,
    what: 'orders of one network',
    redis,
    prefix: 'orderbook:orders',
  })

/** Callers without a key together get no more than so many addresses, where keys are to have a share. */
const addressesInAll = 200

const openQuotesOf = (config: Config, redis: ApiParts['redis']) =>
  openLimit({
    most: { address: config.maxOpenQuotes, key: config.maxOpenQuotes * 50 },
    timesOfAll: config.apiKeyHashes.length === 0 ? undefined : addressesInAll,
    windowSecs: config.quoteTtlSecs,
    what: 'quotes',
    redis,
    prefix: 'orderbook:quotes',
  })

/** A replica lacks the newest numbers: the primary serves ascending lists. */
function listsFrom(reads: ReadReplica, primary: Database, events: EventNumbers): ReturnType<typeof makeListOrders> {
  const listOf = ({ sql }: Database) => makeListOrders({ orders: makeOrderLister(sql), events })
  return (query) => (query.order === 'asc' ? listOf(primary)(query) : reads.read((db) => listOf(db)(query)))
}

function statsFrom({ statsCacheSecs: cacheSecs }: Config, reads: ReadReplica, prisma: Database['prisma'], now: Clock) {
  const stats = makeStatsReader(prisma, (compute) => reads.read((db) => compute(db.prisma)))
  return makeReadStats({ stats, cacheSecs, now })
}

const timeOfChain = (config: Config, prisma: Database['prisma'], now: Clock) =>
  makeTimeOfChain({
    readings: makeChainReadings(prisma),
    limits: { maxStaleSecs: config.chainMaxStaleSecs, maxAheadSecs: config.chainMaxAheadSecs },
    now,
  })

const webhookParts = ({ allowPrivate }: Config, now: Clock) => ({
  urlProblem: allowPrivate ? () => undefined : urlProblem,
  newId: () => uuidV7(now(), randomBytes(10)),
  newSecret: () => formatSecret(randomBytes(32)),
  now,
})

type RoutesParts = Pick<ReadRoutesDeps, 'network' | 'networkFee' | 'hops' | 'timeOf' | 'onError'> &
  NonNullable<ReadRoutesDeps['quoting']>

const routesReader = ({ quoteServiceUrl }: Config, sql: Sql, { prices, market, ...parts }: RoutesParts) =>
  makeReadRoutes({
    ...parts,
    times: makeRouteTimes(sql),
    quoting: quoteServiceUrl === undefined ? { prices, market } : undefined,
  })

/** Hundredths of a percent; more is not quoted. */
const networkFeeMaxBips = 1_000

function pricingOf(config: Config, network: NetworkIndex, now: Clock) {
  const { quoteTtlSecs: ttlSecs, initiateWithinSecs, fillWithinSecs, networkFeeMaxUsd } = config
  const prices = makePriceFeed(config, now)
  const gasPrice = makeGasPrices(config.rpcUrls, now)
  const limits = { maxUsd: parseDecimal(networkFeeMaxUsd), maxBips: networkFeeMaxBips }
  const networkFee = makeReadNetworkFee({ network, gasPrice, prices, limits })
  return { prices, networkFee, ttlSecs, initiateWithinSecs, fillWithinSecs, now, newId: randomUUID }
}

/** Undefined where this orderbook makes quotes. */
const quoteSourceOf = ({ quoteServiceUrl: serviceUrl, quoteServiceTimeoutMs: timeoutMs }: Config) =>
  serviceUrl === undefined ? undefined : makeHttpQuoteSource({ serviceUrl, timeoutMs, attempts: 3 })

const priceBudgetMs = 3_000

function makePriceFeed({ priceFeedUrl, chainlinkFeeds, staticPrices, rpcUrls }: Config, now: Clock): PriceFeed {
  const sources = { url: priceFeedUrl, chainlink: chainlinkFeeds, fixed: staticPrices }
  const quorumOf = makeSideQuorums(rpcUrls, { timeoutMs: priceBudgetMs, now })
  const ask = makeHttpClient({ timeoutMs: priceBudgetMs })
  return refusingPriceFeed(openPriceFeed(sources, { quorumOf, ask, now }))
}

const replicaMaxLagMs = 5_000

/** Reads that may be some seconds old. */
function makeReads(o: Pick<Parts, 'config' | 'logger' | 'lifecycle' | 'lists' | 'now'>): ReadReplica {
  const { config, logger, lists, now } = o
  if (config.databaseReadUrl === undefined || !config.roles.includes('api')) return readsOfPrimary(lists)
  const replica = makeDatabase(config.databaseReadUrl, {
    poolSize: config.databasePoolSize,
    timeouts: listTimeoutsOf(config),
    isPooled: config.databaseDirectUrl !== undefined,
    onConnectionLost: (error) => logger.warn('replica.connection_lost', { error }),
  })
  const reads = makeReadReplica({
    primary: lists,
    replica,
    maxLagMs: replicaMaxLagMs,
    now,
    onChange: (isUsed) => logger.warn(isUsed ? 'replica.used' : 'replica.not_used'),
    onError: (error) => logger.warn('replica.not_asked', { error }),
  })
  o.lifecycle.onStop('replica', () => reads.stop())
  return reads
}

/** Without Redis each replica counts for itself. */
function makeRedis(config: Config, logger: Logger, lifecycle: Lifecycle): RedisClient | undefined {
  const servers = redisServersOf(config)
  if (servers === undefined || config.rateLimitPerMinute === 0 || !config.roles.includes('api')) return undefined
  const redis = makeLimiterRedis(servers, (error) => logger.warn('redis.unavailable', { error }))
  lifecycle.onStop('redis', () => redis.disconnect())
  return redis
}
