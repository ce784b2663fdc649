import {
  createLifecycle,
  createLogger,
  createRegistry,
  joinParts,
  type Limiter,
  type Logger,
  makeLimiter,
  type Part,
  secretBoxOf,
  shutdownTimes,
  startHttpServer,
  workLimit,
} from '@tandem/service-kit'
import type { Express } from 'express'
import { composeApp } from './compose-app.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { composeDatabase, type Databases } from './db/compose-database.ts'
import { composeEvents } from './events/compose-events.ts'
import { composeMaintenance } from './maintenance/compose-maintenance.ts'
import { composeMakers } from './makers/compose-makers.ts'
import { composeNetwork, type NetworkPart } from './network/compose-network.ts'
import { composeOrders } from './orders/compose-orders.ts'
import { makeOrderStore } from './orders/db/order.store.ts'
import type { ResolveName } from './outgoing/public-address.ts'
import type { Clock } from './ports.ts'
import { composeQuotes } from './quotes/compose-quotes.ts'
import { composeStats } from './stats/compose-stats.ts'
import { composeWatcher } from './watcher/compose-watcher.ts'
import { composeWebhooks } from './webhooks/compose-webhooks.ts'
import type { SendWebhook } from './webhooks/send.ts'

export type Orderbook = {
  readonly app: Express
  readonly logger: Logger
  start(): Promise<string>
  stop(): Promise<void>
  /**
   * The address that this service listens on.
   * @throws Error before the service listens.
   */
  url(): string
}

/** What the tests replace, and the path of the watched network file. */
export type ComposeOptions = {
  database?: Database
  logger?: Logger
  now?: Clock
  sendWebhook?: SendWebhook
  resolveName?: ResolveName
  /**
   * The path of `NETWORK_FILE`, which is read again while the service runs, for its pauses. Without a path the pauses stay
   * as configured.
   */
  networkFile?: string | undefined
}

/** How many requests for lists may run or wait in one process at the same time. */
const maxLists = 64

/** The composition root of production and tests. Opens nothing before `start`. */
export function compose(config: Config, options: ComposeOptions = {}): Orderbook {
  const common = commonOf(config, options)
  const { logger, lifecycle } = common
  const databases = composeDatabase({ ...common, given: options.database })
  const limiter = config.roles.includes('api')
    ? makeLimiter(config, (error) => logger.warn('redis.unavailable', { error }))
    : { redis: undefined }
  const network = composeNetwork({ ...common, databases })
  const base = { ...common, databases, limiter, network }
  const api = config.roles.includes('api') ? composeApi(base) : undefined
  const onStored = () => api?.events.feed.nudge()
  const watcher = config.roles.includes('watcher') ? composeWatcher({ ...common, onStored }) : undefined

  const startParts = joinParts({ databases, limiter, network, ...api, ...(watcher && { watcher }) }, lifecycle)
  const routes = api === undefined ? [] : routesOf(api, network)
  const app = composeApp({ ...base, routes, makers: api?.makers, watcher })
  let url: string | undefined
  return {
    app,
    logger,
    start: async () => {
      await startParts()
      const times = shutdownTimes(config)
      url = (await startHttpServer({ app, host: config.host, port: config.port, lifecycle, ...times })).url
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

function commonOf(config: Config, options: ComposeOptions) {
  const { now = Date.now, networkFile, resolveName, sendWebhook } = options
  const logger = options.logger ?? createLogger({ service: 'orderbook', level: config.logLevel })
  return {
    config,
    now,
    networkFile,
    resolveName,
    sendWebhook,
    logger,
    lifecycle: createLifecycle(logger),
    registry: createRegistry('orderbook', config.roles),
    box: config.secretsKeys && secretBoxOf(config.secretsKeys),
    onError: (error: unknown) => logger.error('maintenance.failed', { error }),
  }
}

type Base = ReturnType<typeof commonOf> & { databases: Databases; limiter: Limiter; network: NetworkPart }

/** The subjects of the role `api`, in the order in which they start. They stop in the opposite order. */
function composeApi(base: Base) {
  const { databases } = base
  const { redis } = base.limiter
  const limitLists = workLimit(maxLists, 'lists')
  const orderStore = makeOrderStore(databases.essential.sql)
  const events = composeEvents({ ...base, orders: orderStore, limitLists })
  const makers = composeMakers({ ...base, orders: orderStore })
  const stats = composeStats({ ...base, network: base.network.network })
  const quotes = composeQuotes({ ...base, market: makers.market, routeTimes: stats.routeTimes, redis })
  const orders = composeOrders({ ...base, orders: orderStore, quotes, makers, events, limitLists, redis })
  const webhooks = composeWebhooks({ ...base, send: base.sendWebhook, redis })
  const maintenance = composeMaintenance(base)
  return { events, makers, stats, quotes, orders, webhooks, maintenance }
}

/** The routes of orders come first: Express tries routes in order, and every client polls its order. */
const routesOf = ({ events, makers, stats, quotes, orders, webhooks }: ReturnType<typeof composeApi>, network: Part) =>
  [orders, quotes, makers, stats, events, webhooks, network].flatMap(({ routes = [] }) => routes)
