import { randomUUID } from 'node:crypto'
import { openPriceFeed } from '@tandem/chain/prices'
import { makeHttpClient, openLimit, type Part, type RedisClient } from '@tandem/service-kit'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import type { Market } from '../makers/market.ts'
import type { NetworkPart } from '../network/compose-network.ts'
import { makeReadQuorums } from '../network/read-quorums.ts'
import type { Clock } from '../ports.ts'
import type { RouteTimes } from '../stats/ports.ts'
import { makeCreateQuote, makeIndicativeQuote, type QuoteWriter } from './create-quote.ts'
import { makeQuoteStore } from './db/quote.store.ts'
import { parseDecimal } from './domain/decimal.ts'
import { makeGasPrices } from './gas-prices.ts'
import { makeHttpQuoteSource } from './http-quote-source.ts'
import { liveRouteRoutes } from './live-route.routes.ts'
import type { PriceFeed, QuoteClaims, QuoteSource } from './ports.ts'
import { refusingPriceFeed } from './price-feed.ts'
import { quoteRoutes } from './quote.routes.ts'
import { makeReadNetworkFee } from './read-network-fee.ts'
import { makeReadRoutes } from './read-routes.ts'

export type QuotesPart = Part & {
  /** Where an order finds its quote: another service, or the table of this orderbook. */
  readonly quotes: QuoteSource
  readonly claims: QuoteClaims
  readonly offers: QuoteWriter
}

type Needs = {
  config: Pick<
    Config,
    | 'quoteServiceUrl'
    | 'quoteServiceTimeoutMs'
    | 'quoteTtlSecs'
    | 'initiateWithinSecs'
    | 'fillWithinSecs'
    | 'networkFeeMaxUsd'
    | 'maxOpenQuotes'
    | 'rpcUrls'
    | 'priceFeedUrl'
    | 'chainlinkFeeds'
    | 'staticPrices'
  >
  databases: Databases
  network: Pick<NetworkPart, 'network' | 'hops' | 'timeOf'>
  market: Market
  routeTimes: RouteTimes
  redis: RedisClient | undefined
  now: Clock
  onError: (error: unknown) => void
}

export function composeQuotes(needs: Needs): QuotesPart {
  const { config, market, now, onError } = needs
  const store = makeQuoteStore(needs.databases.essential.sql)
  const pricing = pricingOf(needs)
  const isQuoting = config.quoteServiceUrl === undefined
  const readRoutes = makeReadRoutes({
    ...pricing,
    times: needs.routeTimes,
    quoting: isQuoting ? { prices: pricing.prices, market } : undefined,
    onError,
  })
  return {
    quotes: quoteSourceOf(config) ?? store,
    claims: store,
    offers: store,
    routes: [
      ...(isQuoting
        ? [
            quoteRoutes({
              createQuote: makeCreateQuote({ ...pricing, quotes: store }),
              indicativeQuote: makeIndicativeQuote(pricing),
              quotes: store,
              openQuotes: openQuotesOf(config, needs.redis),
              now,
            }),
          ]
        : []),
      liveRouteRoutes(readRoutes),
    ],
  }
}

/**
 * The largest share of an amount that network fees may take, in hundredths of a percent. With higher fees the amount is
 * not quoted.
 */
const networkFeeMaxBips = 1_000

function pricingOf({ config, network: { network, hops, timeOf }, market, now }: Needs) {
  const { quoteTtlSecs: ttlSecs, initiateWithinSecs, fillWithinSecs, networkFeeMaxUsd } = config
  const prices = makePriceFeed(config, now)
  const gasPrice = makeGasPrices(config.rpcUrls, now)
  const limits = { maxUsd: parseDecimal(networkFeeMaxUsd), maxBips: networkFeeMaxBips }
  return {
    network,
    hops,
    timeOf,
    market,
    prices,
    networkFee: makeReadNetworkFee({ network, gasPrice, prices, limits }),
    ttlSecs,
    initiateWithinSecs,
    fillWithinSecs,
    now,
    newId: randomUUID,
  }
}

const priceBudgetMs = 3_000

function makePriceFeed(
  { priceFeedUrl, chainlinkFeeds, staticPrices, rpcUrls }: Needs['config'],
  now: Clock,
): PriceFeed {
  const sources = { url: priceFeedUrl, chainlink: chainlinkFeeds, fixed: staticPrices }
  const quorumOf = makeReadQuorums(rpcUrls, { timeoutMs: priceBudgetMs, now })
  const ask = makeHttpClient({ timeoutMs: priceBudgetMs })
  return refusingPriceFeed(openPriceFeed(sources, { quorumOf, ask, now }))
}

/** The service that makes the quotes. Undefined when this orderbook makes them itself. */
const quoteSourceOf = ({ quoteServiceUrl: serviceUrl, quoteServiceTimeoutMs: timeoutMs }: Needs['config']) =>
  serviceUrl === undefined ? undefined : makeHttpQuoteSource({ serviceUrl, timeoutMs, attempts: 3 })

const openQuotesOf = (config: Needs['config'], redis: RedisClient | undefined) =>
  openLimit({
    most: { address: config.maxOpenQuotes, key: config.maxOpenQuotes * 50 },
    windowSecs: config.quoteTtlSecs,
    what: 'quotes',
    redis,
    prefix: 'orderbook:quotes',
  })
