import {
  type CancelAfter,
  clockSlackSecs,
  depthSecs,
  fitCancelAfter,
  isFitted,
  leastMarginSecs,
  marginSecs,
  secsAfterFill,
  type WindowRules,
  windowProblem,
} from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { type FillWindow, fillWindow } from '../domain/fill-window.ts'
import { configAddress, escrowWorth, type NetworkIndex, type ResolvedRoute, windowRulesOf } from '../domain/network.ts'
import type { Quote } from '../domain/quote.ts'
import type { GivenAmount } from '../domain/quoted-amounts.ts'
import type { Market } from '../makers/market.ts'
import type { Clock, Transaction } from './ports.ts'
import { checkAmount, checkNetworkFee, requireAmounts, requireHubAmount, requireRoute } from './route-checks.ts'
import { hopFeeOf, type RouteTermsDeps, requireTerms } from './route-terms.ts'

/** The assets, and the amount of one side. Base units. */
export type QuoteRequest = {
  sourceAsset: string
  destinationAsset: string
  amount: GivenAmount
}

export interface QuoteWriter {
  /** @param withQuote what else is stored in the same transaction; its failure undoes the quote. */
  insert(quote: Quote, createdAt: Date, withQuote?: (tx: Transaction) => Promise<void>): Promise<void>
}

/**
 * `beforeAsking` is called before makers are asked, where some are: they hold money for their quotes. Its failure is the request's.
 * `withQuote` is stored in the quote's transaction, and undoes it when it fails.
 */
export type CreateQuote = (
  request: QuoteRequest,
  beforeAsking: () => Promise<void>,
  withQuote?: (tx: Transaction, quote: Quote) => Promise<void>,
) => Promise<Quote>

export type CreateQuoteDeps = RouteTermsDeps & {
  quotes: QuoteWriter
  network: NetworkIndex
  market: Pick<Market, 'best'>
  ttlSecs: number
  /** Seconds that the user has to fund an order, and the maker to fill it once the source counts. */
  initiateWithinSecs: number
  fillWithinSecs: number
  now: Clock
  newId: () => string
}

export type MakeQuote = (request: QuoteRequest) => Promise<Quote>

/** The best quote: the embedded quote engine's, the market price less the route's fee, or a maker's. Good for `ttlSecs`. */
export function makeCreateQuote(deps: CreateQuoteDeps): CreateQuote {
  const price = makePrice(deps)
  return async (request, beforeAsking, withQuote) => {
    const { own, route, at, judge } = await price(request)
    const quote = await deps.market.best(own, route, { ...judge, given: request.amount, beforeAsking })
    await deps.quotes.insert(quote, at, withQuote && ((tx) => withQuote(tx, quote)))
    return quote
  }
}

/** Computes the quote engine's own quote. Stores nothing, and asks no maker. */
export function makeIndicativeQuote(deps: PriceDeps): MakeQuote {
  const price = makePrice(deps)
  return async (request) => (await price(request)).own
}

type PriceDeps = Omit<CreateQuoteDeps, 'quotes' | 'market'>

function makePrice(deps: PriceDeps) {
  return async (request: QuoteRequest) => {
    const route = requireRoute(deps.network, request.sourceAsset, request.destinationAsset)
    const terms = await requireTerms(deps, route)
    const { sourcePrice, destPrice } = terms.amounts.price
    const amounts = requireAmounts(request.amount, route, terms.amounts)
    checkAmount('source_amount', amounts.source, route.sourceAsset)
    checkAmount('destination_amount', amounts.destination, terms.target)
    const { networkFee } = terms
    if (networkFee !== undefined) checkNetworkFee('destination_amount', amounts.destination, terms.target, networkFee)
    const nowMs = deps.now()
    const valueUsd = worthOf(deps, route, amounts)
    const own: Quote = {
      quoteId: deps.newId(),
      source: { asset: request.sourceAsset, amount: amounts.source },
      destination: { asset: request.destinationAsset, amount: amounts.destination },
      routeType: route.route.route_type,
      feeBips: route.route.fee_bips,
      sourceTokenPrice: sourcePrice,
      destTokenPrice: destPrice,
      sourceSolverAddress: configAddress(route.sourceChain.solver_address),
      destSolverAddress: configAddress(route.destinationChain.solver_address),
      hopRelayerFee: hopFeeOf(route),
      networkFee: networkFee?.all ?? null,
      ...windowOf(deps, route, terms.times, valueUsd),
      makerQuote: null,
      runnersUp: [],
      expiresAt: new Date(nowMs + deps.ttlSecs * 1000),
      consumed: false,
    }
    const fits = (offered: Amounts) => {
      const rules = windowRulesOf(deps.network, route, worthOf(deps, route, offered))
      return fitsInto(own, rules, { now: terms.times, fillWithinSecs: deps.fillWithinSecs })
    }
    const reference = requireAmounts(request.amount, route, { ...terms.amounts, networkFee: 0n })
    return { own, route, at: new Date(nowMs), judge: { fits, reference, makerFee: networkFee?.maker ?? null } }
  }
}

type Amounts = { readonly source: bigint; readonly destination: bigint }

/** The worth of quoted amounts, in US dollars; `undefined` when it is not known. */
function worthOf({ network }: PriceDeps, route: ResolvedRoute, amounts: Amounts): number | undefined {
  const bridged = requireHubAmount('destination_amount', amounts.destination, route)
  return escrowWorth(network, {
    source: { asset: route.sourceAsset.asset, amount: amounts.source },
    destination: { asset: route.destinationAsset.asset, amount: bridged + (hopFeeOf(route) ?? 0n) },
  })
}

/**
 * Whether the times of a quote suffice for an offer that is worth more or less: its source must stand at its depth before the
 * maker's time to fill begins, and its deadlines must be in bounds.
 *
 * @param now unix seconds, each by its own chain's clock.
 */
export function fitsInto(
  { initiateBy, fillBy, cancelAfter }: Pick<Quote, 'initiateBy' | 'fillBy' | 'cancelAfter'>,
  rules: WindowRules,
  { now, fillWithinSecs }: { now: CancelAfter; fillWithinSecs: number },
): boolean {
  if (initiateBy !== null && fillBy !== null) {
    const makerSecs = fillBy - now.destination - (initiateBy - now.source)
    if (makerSecs < depthSecs(rules.source, rules.worthUsd) + fillWithinSecs) return false
  }
  if (cancelAfter === null) return true
  if (windowProblem(cancelAfter, { ...rules, now, fillBy }) !== undefined) return false
  if (!isFitted(rules) || fillBy === null) return true
  // The time that an offer of a greater worth needs is not taken from what clocks may differ by, nor from the user's time.
  const isMarginWhole = marginSecs(cancelAfter, now) >= leastMarginSecs(rules) + clockSlackSecs(rules)
  return isMarginWhole && cancelAfter.destination - fillBy >= secsAfterFill(rules)
}

/** Seconds that a destination escrow must have left, beyond the safety of claims, when it is funded. */
const minFillSecs = 60

/** All deadlines of a swap. Where a chain of it has no fitted windows, the escrows' own are counted from the order. */
function windowOf(
  deps: PriceDeps,
  route: ResolvedRoute,
  now: { source: number; destination: number },
  worthUsd: number | undefined,
): FillWindow & Pick<Quote, 'cancelAfter' | 'freeOptionSecs'> {
  const { sourceChain, destinationChain } = route
  const { dest_cancel_after_secs: lifeSecs, claim_safety_secs: safetySecs } = destinationChain
  const rules = windowRulesOf(deps.network, route, worthUsd)
  const fill = (afterFillSecs: number) =>
    fillWindow(now, {
      quoteTtlSecs: deps.ttlSecs,
      initiateWithinSecs: deps.initiateWithinSecs,
      sourceDepthSecs: depthSecs(sourceChain, worthUsd),
      fillWithinSecs: deps.fillWithinSecs,
      latestFillSecs: lifeSecs - afterFillSecs,
    })
  if (!isFitted(rules)) {
    const freeOptionSecs = deps.ttlSecs + lifeSecs
    return { ...fill(safetySecs + minFillSecs), cancelAfter: null, freeOptionSecs }
  }
  const times = fill(secsAfterFill(rules))
  const cancelAfter = fitCancelAfter(now, times.fillBy, rules)
  const problem = windowProblem(cancelAfter, { ...rules, now, fillBy: times.fillBy })
  if (problem !== undefined) throw new AppError('UNAVAILABLE', `Nothing can be quoted on this route: ${problem}.`)
  return { ...times, cancelAfter, freeOptionSecs: cancelAfter.destination - now.destination }
}
