import {
  type CancelAfter,
  clockSlackSecs,
  depthSecs,
  fitCancelAfter,
  isFitted,
  marginSecs,
  requiredMarginSecs,
  secsAfterFill,
  type WindowRules,
  windowProblem,
} from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Market } from '../makers/market.ts'
import { escrowWorth, type NetworkIndex, type ResolvedRoute, windowRulesOf } from '../network/domain/network.ts'
import { requireRoute } from '../network/require-route.ts'
import type { Clock, Transaction } from '../ports.ts'
import { type FillWindow, fillWindow } from './domain/fill-window.ts'
import type { Quote } from './domain/quote.ts'
import type { GivenAmount } from './domain/quoted-amounts.ts'
import { checkAmount, checkNetworkFee, requireAmounts, requireHubAmount } from './route-checks.ts'
import { hopFeeOf, type RouteTermsDeps, requireTerms } from './route-terms.ts'

/** A request for a quote, with its amount in base units. */
export type QuoteRequest = {
  sourceAsset: string
  destinationAsset: string
  amount: GivenAmount
}

export interface QuoteWriter {
  /** @param withQuote runs in the transaction; the quote is not stored when it fails. */
  insert(quote: Quote, createdAt: Date, withQuote?: (tx: Transaction) => Promise<void>): Promise<void>
}

/**
 * Makes a quote.
 * @param beforeAsking runs before makers are asked, because makers set money aside for quotes. When it fails, so does the
 * request.
 * @param withQuote runs in the quote's transaction.
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
  initiateWithinSecs: number
  fillWithinSecs: number
  now: Clock
  newId: () => string
}

export type MakeQuote = (request: QuoteRequest) => Promise<Quote>

/** The better of the quote engine's quote and the makers' quotes, good for `ttlSecs`. */
export function makeCreateQuote(deps: CreateQuoteDeps): CreateQuote {
  const price = makePrice(deps)
  return async (request, beforeAsking, withQuote) => {
    const { own, route, at, offerRules } = await price(request)
    const quote = await deps.market.best(own, route, { ...offerRules, given: request.amount, beforeAsking })
    await deps.quotes.insert(quote, at, withQuote && ((tx) => withQuote(tx, quote)))
    return quote
  }
}

/** A price for display: nothing is stored, and no maker is asked. */
export function makeIndicativeQuote(deps: PriceDeps): MakeQuote {
  const price = makePrice(deps)
  return async (request) => (await price(request)).own
}

export type PriceDeps = Omit<CreateQuoteDeps, 'quotes' | 'market'>

export function makePrice(deps: PriceDeps) {
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
      sourceSolverAddress: route.sourceChain.solver_address,
      destSolverAddress: route.destinationChain.solver_address,
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
    return { own, route, at: new Date(nowMs), offerRules: { fits, reference, makerFee: networkFee?.maker ?? null } }
  }
}

type Amounts = { readonly source: bigint; readonly destination: bigint }

/** The value of the escrows in US dollars. Undefined when a price is unknown. */
function worthOf({ network }: PriceDeps, route: ResolvedRoute, amounts: Amounts): number | undefined {
  const bridged = requireHubAmount('destination_amount', amounts.destination, route)
  return escrowWorth(network, {
    source: { asset: route.sourceAsset.asset, amount: amounts.source },
    destination: { asset: route.destinationAsset.asset, amount: bridged + (hopFeeOf(route) ?? 0n) },
  })
}

/**
 * Whether a quote's times also suffice for an offer of another value. A larger value may need more confirmations before
 * the maker pays, and the deadlines must leave time for them.
 * @param now unix seconds, by each chain's clock.
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
  // Time that is reserved for differences between clocks and for the user must not be spent on confirmations.
  const isMarginWhole = marginSecs(cancelAfter, now) >= requiredMarginSecs(rules) + clockSlackSecs(rules)
  return isMarginWhole && cancelAfter.destination - fillBy >= secsAfterFill(rules)
}

/** The time for the destination's claim, in addition to the safety margin of claims. */
const minFillSecs = 60

/** The times of a quote. Where windows are not fitted, the escrows' deadlines count from the order instead of the quote. */
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
