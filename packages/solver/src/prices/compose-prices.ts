import { makeQuorum } from '@tandem/chain'
import { openPriceFeed, type PricedAsset } from '@tandem/chain/prices'
import { chainOfAsset } from '@tandem/contracts'
import { type Lifecycle, type Logger, makeHttpClient, startIntervalLoop } from '@tandem/service-kit'
import { Gauge, type Registry } from 'prom-client'
import { endpointsOf } from '../chain/chain.ts'
import { type Config, hasPrices } from '../config.ts'
import type { TradedChain } from '../orders/sides.ts'
import { type LivePrices, makeLivePrices } from './live-prices.ts'
import { nativeOf } from './native-of.ts'

const budgetMs = 3_000
/**
 * Milliseconds between two readings. A price service answers all tokens in one request. A Chainlink feed costs several
 * calls of every endpoint, and changes less often.
 */
const [serviceEveryMs, chainlinkEveryMs] = [2_000, 10_000]

/** Every asset on the traded chains, and the native token of each, which pays for gas. */
function pricedAssets({ network }: Config, chains: ReadonlyMap<string, TradedChain>): PricedAsset[] {
  const assets = network.assets.filter(({ asset }) => chains.has(chainOfAsset(asset)))
  const natives = [...chains.values()].map(({ chain }) => nativeOf(chain.config))
  const byId = new Map([...natives, ...assets].map(({ asset, symbol }) => [asset, { asset, symbol }]))
  return [...byId.values()]
}

/**
 * The prices by which this solver values orders; `undefined` when it has none. They are kept fresh until the solver
 * stops.
 */
export async function composePrices(
  config: Config,
  parts: {
    chains: ReadonlyMap<string, TradedChain>
    logger: Logger
    registry: Registry
    lifecycle: Pick<Lifecycle, 'onStop'>
  },
): Promise<LivePrices | undefined> {
  if (!hasPrices(config)) return undefined
  const { chains, logger, registry, lifecycle } = parts
  const { priceFeedUrl: url, chainlinkFeeds: chainlink, prices: fixed = {} } = config
  const feed = openPriceFeed(
    { url, chainlink, fixed },
    {
      quorumOf: (name) => chains.get(name)?.chain.quorum ?? quorumFor(config, name),
      ask: makeHttpClient({ timeoutMs: budgetMs }),
      now: Date.now,
    },
  )
  const everyMs = url === undefined ? chainlinkEveryMs : serviceEveryMs
  const isFixed = url === undefined && Object.keys(chainlink).length === 0
  const keptMs = isFixed ? Number.POSITIVE_INFINITY : 3 * everyMs
  const assets = pricedAssets(config, chains)
  const prices = makeLivePrices({ feed, assets, keptMs, now: Date.now, logger })
  observeFreshness(registry, assets, prices)
  await prices.refresh()
  if (isFixed) return prices
  const loop = startIntervalLoop({
    round: prices.refresh,
    intervalMs: everyMs,
    delayMs: everyMs,
    onError: (error) => logger.warn('prices.failed', { error }),
  })
  lifecycle.onStop('prices', () => loop.stop())
  return prices
}

/** The endpoints of a chain on which the solver only reads prices. */
function quorumFor({ network, rpcUrls }: Config, name: string) {
  const chain = network.chains.find((one) => one.chain === name)
  const urls = rpcUrls[name]
  if (chain === undefined || urls === undefined) return undefined
  return makeQuorum(endpointsOf(chain.chain_id, urls), { chain: name, budgetMs })
}

function observeFreshness(
  registry: Registry,
  assets: readonly PricedAsset[],
  { priceOf }: Pick<LivePrices, 'priceOf'>,
): void {
  new Gauge({
    name: 'tandem_solver_price_fresh',
    help: '1 while the solver has a fresh price of an asset. Without one, it quotes no pair that contains the asset.',
    labelNames: ['asset'],
    registers: [registry],
    collect() {
      for (const one of assets) this.set({ asset: one.asset }, priceOf(one) === undefined ? 0 : 1)
    },
  })
}
