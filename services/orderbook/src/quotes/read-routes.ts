import { type RouteClosure, type RouteConfig, routeClosures } from '@tandem/contracts'
import { AppError, ttlCache } from '@tandem/service-kit'
import type { Market } from '../makers/market.ts'
import type { NetworkIndex } from '../network/domain/network.ts'
import { requireRoute } from '../network/require-route.ts'
import type { CompletionTime, RouteTimes } from '../stats/ports.ts'
import { type Bounds, quotableAmounts, type SideBounds } from './domain/quoted-amounts.ts'
import type { PriceFeed } from './ports.ts'
import { type RouteTerms, type RouteTermsDeps, requireRunning, requireTerms } from './route-terms.ts'

export type LiveRoute = {
  readonly route: RouteConfig
  readonly limits: SideBounds
  /** The network fee in base units of the destination asset. Null when it is unknown. */
  readonly networkFee: bigint | null
  readonly basis: 'price' | 'configuration'
  readonly makers: number
  /** Why no amount can be quoted. Null when the route is open. */
  readonly closedBy: RouteClosure | null
  readonly completionTime: CompletionTime | null
}

export type ReadRoutesDeps = Omit<RouteTermsDeps, 'prices'> & {
  network: NetworkIndex
  times: RouteTimes
  /** Undefined when another service makes the quotes. */
  quoting: { prices: PriceFeed; market: Pick<Market, 'quotersOf'> } | undefined
  onError: (error: unknown) => void
}

export const routesFreshSecs = 15
const timesFreshMs = 60_000

/**
 * Reads the state of all routes. Simultaneous requests share one computation, which does not fail when one of its readings
 * does.
 */
export function makeReadRoutes(deps: ReadRoutesDeps): () => Promise<readonly LiveRoute[]> {
  const { routes } = deps.network.network
  const measured = ttlCache(timesFreshMs, (_all: 'all') => deps.times.measure(routes))
  const live = ttlCache(routesFreshSecs * 1000, async (_all: 'all') => {
    const times = await measured('all').catch((error: unknown) => {
      deps.onError(error)
      return undefined
    })
    const prices = deps.quoting && pricesOnce(deps.quoting.prices)
    return Promise.all(
      routes.map(async (route): Promise<LiveRoute> => {
        const state = await stateOf(deps, prices, route)
        return { route, ...state, completionTime: times?.get(`${route.source}>${route.destination}`) ?? null }
      }),
    )
  })
  return () => live('all')
}

type State = Pick<LiveRoute, 'limits' | 'networkFee' | 'basis' | 'makers' | 'closedBy'>

async function stateOf(deps: ReadRoutesDeps, prices: PriceFeed | undefined, config: RouteConfig): Promise<State> {
  const limits = {
    source: boundsOf(deps.network, config.source),
    destination: boundsOf(deps.network, config.destination),
  }
  let makers = 0
  let networkFee: bigint | null = null
  const closed = (closedBy: RouteClosure | null, makers: number): State => ({
    limits,
    networkFee,
    basis: 'configuration',
    makers,
    closedBy,
  })
  try {
    const route = requireRoute(deps.network, config.source, config.destination)
    if (deps.quoting === undefined || prices === undefined) {
      await requireRunning(deps, route)
      return closed(null, makers)
    }
    const quoters = await deps.quoting.market.quotersOf(route)
    makers = quoters.makers
    const terms = await requireTerms({ ...deps, prices }, route)
    networkFee = terms.networkFee?.all ?? null
    if (makers === 0 && !quoters.quoteEngine) return closed('UNAVAILABLE', makers)
    const quotable = quotableAmounts(boundedByFee(limits, terms), terms.amounts)
    if (quotable === undefined) return closed('AMOUNT_OUT_OF_BOUNDS', makers)
    return { limits: quotable, networkFee, basis: 'price', makers, closedBy: null }
  } catch (error) {
    const refusal = error instanceof AppError ? routeClosures.find((code) => code === error.code) : undefined
    if (refusal === undefined) deps.onError(error)
    return closed(refusal ?? 'UNAVAILABLE', makers)
  }
}

/** Raises the minimum to the smallest amount for which network fees are acceptable. */
const boundedByFee = ({ source, destination }: SideBounds, { networkFee }: RouteTerms): SideBounds => {
  const least = networkFee?.least ?? 0n
  return { source, destination: least > destination.least ? { ...destination, least } : destination }
}

function boundsOf(network: NetworkIndex, id: string): Bounds {
  const asset = network.asset(id)
  if (asset === undefined) throw new Error(`${id} is not a listed asset`)
  return { least: BigInt(asset.min_amount), most: BigInt(asset.max_amount) }
}

/** Asks for the price of each asset once, because most assets are on several routes. */
const pricesOnce = (prices: PriceFeed): PriceFeed => ({
  price: ttlCache(Number.POSITIVE_INFINITY, (asset: Parameters<PriceFeed['price']>[0]) => prices.price(asset)),
})
