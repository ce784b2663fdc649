import { finalAmountOf } from '../domain/hop-amount.ts'
import { configAddress, hopDecimals, type NetworkIndex, type ResolvedRoute } from '../domain/network.ts'
import { destinationAmountFor, type PriceTerms, type Quote, sourceAmountFor } from '../domain/quote.ts'
import type { Clock, HopRoutes, PriceFeed } from './ports.ts'
import { checkAmount, requireHubAmount, requireOpenHop, requireRoute } from './route-checks.ts'
import type { TimeOfChain } from './time-of-chain.ts'

/** The assets, and the amount of one side. Base units. */
export type QuoteRequest = {
  sourceAsset: string
  destinationAsset: string
  amount: { side: 'source' | 'destination'; value: bigint }
}

export interface QuoteWriter {
  insert(quote: Quote, createdAt: Date): Promise<void>
}

export type CreateQuoteDeps = {
  quotes: QuoteWriter
  prices: PriceFeed
  network: NetworkIndex
  hops: HopRoutes
  timeOf: TimeOfChain
  ttlSecs: number
  now: Clock
  newId: () => string
}

/** The embedded quote desk: the market price less the route's fee, good for `ttlSecs`. */
export function makeCreateQuote(deps: CreateQuoteDeps): (request: QuoteRequest) => Promise<Quote> {
  return async (request) => {
    const route = requireRoute(deps.network, request.sourceAsset, request.destinationAsset)
    await Promise.all([
      requireOpenHop(deps.hops, route),
      // Only for the check: nobody can trade on a chain that is not read.
      deps.timeOf(route.sourceChain.chain),
      deps.timeOf(route.destinationChain.chain),
    ])
    const target = route.final?.asset ?? route.destinationAsset
    const [sourcePrice, destPrice] = await Promise.all([
      deps.prices.price(route.sourceAsset),
      deps.prices.price(target),
    ])
    const amounts = quoteAmounts(request, route, {
      sourcePrice,
      sourceDecimals: route.sourceAsset.decimals,
      destPrice,
      destDecimals: route.destinationAsset.decimals,
      feeBips: route.route.fee_bips,
    })
    checkAmount('source_amount', amounts.source, route.sourceAsset)
    checkAmount('destination_amount', amounts.destination, target)
    const nowMs = deps.now()
    const quote: Quote = {
      quoteId: deps.newId(),
      source: { asset: request.sourceAsset, amount: amounts.source },
      destination: { asset: request.destinationAsset, amount: amounts.destination },
      routeType: route.route.route_type,
      feeBips: route.route.fee_bips,
      sourceTokenPrice: sourcePrice,
      destTokenPrice: destPrice,
      sourceSolverAddress: configAddress(route.sourceChain.solver_address),
      destSolverAddress: configAddress(route.destinationChain.solver_address),
      hopRelayerFee: hopFee(route),
      expiresAt: new Date(nowMs + deps.ttlSecs * 1000),
      consumed: false,
    }
    await deps.quotes.insert(quote, new Date(nowMs))
    return quote
  }
}

const hopFee = ({ route }: ResolvedRoute): bigint | null =>
  route.hop_relayer_fee === null ? null : BigInt(route.hop_relayer_fee)

/** On a hop the bridge's fee comes off what the user receives. The terms price what the destination escrow holds. */
function quoteAmounts(request: QuoteRequest, route: ResolvedRoute, terms: PriceTerms) {
  const bridgeFee = hopFee(route) ?? 0n
  const { side, value } = request.amount
  if (side === 'destination') {
    const escrowed = requireHubAmount('destination_amount', value, route) + bridgeFee
    return { source: sourceAmountFor(escrowed, terms), destination: value }
  }
  const bought = destinationAmountFor(value, terms) - bridgeFee
  return { source: value, destination: bought < 0n ? 0n : finalAmountOf(bought, hopDecimals(route)) }
}
