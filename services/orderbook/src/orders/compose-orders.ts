import { randomBytes } from 'node:crypto'
import { type Logger, openLimit, type Part, type RedisClient, type WorkLimit } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import type { EventsPart } from '../events/compose-events.ts'
import { keccak } from '../keccak.ts'
import type { AskConsent } from '../makers/ask-consent.ts'
import type { Market } from '../makers/market.ts'
import type { NetworkPart } from '../network/compose-network.ts'
import type { Clock } from '../ports.ts'
import type { QuotesPart } from '../quotes/compose-quotes.ts'
import { quoteWire } from '../quotes/quote.codec.ts'
import { makeCreateOrder, type UnfundedLimits } from './create-order.ts'
import { makeFactStore } from './db/fact.store.ts'
import type { makeOrderStore } from './db/order.store.ts'
import { makeOrderLister } from './db/order-list.store.ts'
import { makeUnfundedOrders } from './db/unfunded-orders.ts'
import { type ListOrders, makeListOrders } from './list-orders.ts'
import { observeOrders } from './observe-orders.ts'
import { orderRoutes } from './order.routes.ts'
import { makePrefundReader } from './prefunds.ts'

type Needs = {
  config: Pick<
    Config,
    'maxUnfunded' | 'maxUnfundedPerAddress' | 'initiateWithinSecs' | 'rpcUrls' | 'hopStuckAfterSecs' | 'wideListMs'
  >
  databases: Databases
  orders: ReturnType<typeof makeOrderStore>
  network: Pick<NetworkPart, 'network' | 'hops' | 'timeOf'>
  quotes: Pick<QuotesPart, 'quotes' | 'claims' | 'offers'>
  makers: { readonly market: Market; readonly askConsent: AskConsent }
  events: Pick<EventsPart, 'feed'>
  limitLists: WorkLimit
  redis: RedisClient | undefined
  logger: Logger
  registry: Registry
  now: Clock
}

export function composeOrders(needs: Needs): Part {
  const { config, databases, orders, makers, limitLists, now } = needs
  const { network } = needs.network
  const listOrders: ListOrders = (query) =>
    databases.reads.read(({ sql }) => makeListOrders(makeOrderLister(sql, config.wideListMs))(query))
  return {
    routes: [
      orderRoutes({
        createOrder: createOrderOf(needs),
        askConsent: makers.askConsent,
        networkOrders: ordersOfNetworks(config, needs.redis),
        listOrders: (query) => limitLists(() => listOrders(query)),
        orders,
        facts: makeFactStore(databases.essential.prisma),
        prefundOf: makePrefundReader(config.rpcUrls, now),
        network,
        now,
        hopStuckAfterSecs: config.hopStuckAfterSecs,
      }),
    ],
  }
}

function createOrderOf(needs: Needs): ReturnType<typeof makeCreateOrder> {
  const { config, databases, orders, now } = needs
  const { network, hops, timeOf } = needs.network
  const { quotes, claims, offers } = needs.quotes
  const created = observeOrders(needs.logger, needs.registry)
  const createOrder = makeCreateOrder({
    market: needs.makers.market,
    unfunded: makeUnfundedOrders(databases.essential.sql),
    unfundedLimits: unfundedLimitsOf(config),
    showQuote: quoteWire,
    quotes,
    claims,
    offers,
    orders,
    network,
    hops,
    timeOf,
    now,
    randomBytes,
    keccak,
  })
  return async (request, client, withOrder) => {
    const order = await createOrder(request, client, withOrder)
    created(order)
    needs.events.feed.nudge()
    return order
  }
}

const unfundedLimitsOf = ({ maxUnfunded, maxUnfundedPerAddress }: Needs['config']): UnfundedLimits => ({
  perUser: maxUnfunded,
  perAddress: maxUnfunded === 0 ? 0 : maxUnfundedPerAddress,
  perClient: maxUnfunded,
})

/**
 * Limits the orders of an IPv6 network that is wider than a /64. The unfunded orders of an IPv4
 * address or a /64 are counted in the database.
 */
const ordersOfNetworks = (
  { maxUnfunded, initiateWithinSecs: windowSecs }: Needs['config'],
  redis: RedisClient | undefined,
) =>
  openLimit({
    most: { address: maxUnfunded, key: 0 },
    isOfWiderNetworks: true,
    windowSecs,
    what: 'orders of one network',
    redis,
    prefix: 'orderbook:orders',
  })
