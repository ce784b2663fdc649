import { isSignedBy, type MakerQuoteMessage, type QuoteAsk, rfqIdOf, type SignedMakerQuote } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { hubAmountOf } from '../domain/hop-amount.ts'
import { configAddress, hopDecimals, type ResolvedRoute } from '../domain/network.ts'
import type { Quote } from '../domain/quote.ts'
import type { Clock } from '../usecases/ports.ts'
import { type Maker, tradesOn } from './domain/maker.ts'
import {
  type Amounts,
  amountsOf,
  type Offer,
  type OfferTerms,
  offerProblem,
  plausibleAmounts,
  rankOffers,
} from './domain/offer.ts'
import type { MakerEndpoint, MarketObserver, Standing, Standings } from './ports.ts'

export type MarketDeps = {
  /** The makers that are asked now. */
  makers: () => Promise<readonly Maker[]>
  endpointTo: (maker: Maker) => MakerEndpoint
  standings: Standings
  observer: Pick<MarketObserver, 'answered'>
  /** Whether the quote engine's own quote competes. */
  hasQuoteEngine: boolean
  answerWithinMs: number
  /** Hundredths of a percent by which an offer may be better than the reference price. */
  plausibleEdgeBips: number
  now: Clock
}

/** Where quotes are won, and where their makers are held to them. */
export interface Market {
  /**
   * The best of the makers' firm quotes and the quote engine's own one.
   *
   * @param given the amount that the user named, in base units; the own quote has it.
   * @param judge by what offers are judged beside the own quote, and what is done before any maker is asked.
   *
   * @throws UNAVAILABLE when neither a maker nor the quote engine quotes.
   */
  best(own: Quote, given: OfferTerms['given'], route: ResolvedRoute, judge: Judge): Promise<Quote>
  /**
   * Asks the maker of a quote to stand by it, and after a refusal the runners-up, for the amounts that were quoted.
   *
   * @param order.isRepeated whether makers may have been asked about this order before. A refusal breaks no word then: what
   *   they accepted the first time may be over.
   * @returns the quote with the maker that accepted.
   * @throws QUOTE_WITHDRAWN when all refuse.
   */
  confirm(
    quote: Quote,
    order: { orderId: string; commitmentHash: string; isRepeated: boolean },
    route: Pick<ResolvedRoute, 'sourceChain' | 'destinationChain'>,
  ): Promise<Quote>
  /** The parties that would be asked for a quote on a route now. */
  quotersOf(route: ResolvedRoute): Promise<{ makers: number; quoteEngine: boolean }>
}

type Fits = (amounts: Amounts) => boolean

type Judge = {
  /** Whether the deadlines of the own quote suffice for other amounts: a larger worth must stand deeper. */
  readonly fits: Fits
  /** The amounts of the own quote without network fees: a maker whose gas is cheaper is no liar. */
  readonly reference: Amounts
  /** Called where some maker will be asked; makers are not when it fails. */
  readonly beforeAsking: () => Promise<void>
}

/** Runners-up that are asked one after the other: each may take its whole time. */
const mostRunnersUp = 3

export function makeMarket(deps: MarketDeps): Market {
  async function offersFor(
    makers: readonly Maker[],
    what: { terms: OfferTerms; ask: QuoteAsk; fits: Fits },
    route: ResolvedRoute,
    beforeAsking: () => Promise<void>,
  ): Promise<Offer<SignedMakerQuote>[]> {
    const chains = chainsOf(route)
    const trading = await Promise.all(
      tradingOn(makers, route).map(async (maker) => ({ maker, standing: await deps.standings.of(maker.makerId) })),
    )
    const asked = trading.filter(({ maker, standing }) => {
      const isOut = isBenched(standing, deps.now())
      if (isOut) deps.observer.answered(maker.makerId, 'benched')
      return !isOut
    })
    if (asked.some(({ maker }) => !deps.endpointTo(maker).isDistrusted())) await beforeAsking()
    const offers = await Promise.all(
      asked.map(({ maker, standing }) => askOne(deps, maker, standing, { ...what, chains })),
    )
    return offers.filter((offer) => offer !== undefined)
  }

  /** Recovering a key costs a millisecond or more: signatures are checked from the best offer down, until one holds. */
  async function isHonest(
    maker: Maker | undefined,
    { makerId, of: signed }: Offer<SignedMakerQuote>,
  ): Promise<boolean> {
    if (maker !== undefined && (await isSignedBy(maker.signer, signed))) return true
    if (maker !== undefined && makerId !== null) {
      deps.endpointTo(maker).distrust()
      deps.observer.answered(makerId, 'refused', 'the signature is not by its key')
    }
    return false
  }

  return {
    async best(own, given, route, { fits, reference, beforeAsking }) {
      const fixed = fixedTerms(own, route)
      const makers = await deps.makers()
      if (makers.length === 0 || fixed === undefined) return requireEngine(deps, own)
      const terms = offerTerms(route, {
        ...{ fixed, given },
        plausible: plausibleAmounts(reference, deps.plausibleEdgeBips),
      })
      const engine: Offer<undefined>[] = deps.hasQuoteEngine
        ? [{ makerId: null, amounts: amountsOfQuote(own), record: { strikes: 0, fills: 0 }, of: undefined }]
        : []
      const ask = askOf(terms, own, deps.answerWithinMs)
      const asked = await offersFor(makers, { terms, ask, fits }, route, beforeAsking)
      const ranked = rankOffers<SignedMakerQuote | undefined>([...asked, ...engine])
      for (const [index, offer] of ranked.entries()) {
        const { makerId, of: signed } = offer
        if (makerId === null || signed === undefined) return own
        const maker = makers.find((one) => one.makerId === makerId)
        if (!(await isHonest(maker, { ...offer, of: signed }))) continue
        deps.observer.answered(makerId, 'won')
        const runnersUp = ranked
          .slice(index + 1)
          .flatMap((other) => (other.makerId === null ? [] : [other.makerId]))
          .slice(0, mostRunnersUp)
        for (const other of runnersUp) deps.observer.answered(other, 'offered')
        return quoteOf(own, maker, signed, runnersUp)
      }
      return requireEngine({ hasQuoteEngine: false }, own)
    },

    confirm: (...asked) => confirm(deps, ...asked),

    quotersOf: (route) => quotersOf(deps, route),
  }
}

/** A maker's offer, where it can be taken but for its signature. */
async function askOne(
  deps: MarketDeps,
  maker: Maker,
  record: Standing,
  what: { terms: OfferTerms; ask: QuoteAsk; fits: Fits; chains: { sourceChain: string; escrowChain: string } },
): Promise<Offer<SignedMakerQuote> | undefined> {
  const { ask, terms, fits, chains } = what
  const { makerId, addresses } = maker
  const endpoint = deps.endpointTo(maker)
  try {
    const answer = await endpoint.askQuote(ask)
    if ('declined' in answer) {
      deps.observer.answered(makerId, 'declined')
      return undefined
    }
    const own = { source: addresses[chains.sourceChain] ?? '', destination: addresses[chains.escrowChain] ?? '' }
    const problem = offerProblem(answer, terms, own)
    const amounts = amountsOf(answer.message)
    if (problem === undefined && fits(amounts)) return { makerId, amounts, record, of: answer }
    if (problem === undefined) {
      // Nothing that it promised is broken: its price is worth more confirmations than the request had time for.
      deps.observer.answered(makerId, 'declined', 'the deadlines are too early for its amount')
      return undefined
    }
    endpoint.distrust()
    deps.observer.answered(makerId, 'refused', problem)
  } catch (error) {
    deps.observer.answered(makerId, 'failed', error instanceof Error ? error.message : undefined)
  }
  return undefined
}

async function confirm(
  deps: MarketDeps,
  ...[quote, { orderId, commitmentHash, isRepeated }, route]: Parameters<Market['confirm']>
): Promise<Quote> {
  const { makerQuote } = quote
  if (makerQuote === null) return quote
  // Read anew: a maker that was suspended since it signed is given no order.
  const makers = new Map((await deps.makers()).map((maker) => [maker.makerId, maker]))
  for (const makerId of [makerQuote.maker_id, ...quote.runnersUp]) {
    const maker = makers.get(makerId)
    const message = maker && messageFor(quote.quoteId, makerQuote, maker, route)
    if (maker === undefined || message === undefined) continue
    const ask = { order_id: orderId, commitment_hash: commitmentHash, message }
    const isBound = makerId === makerQuote.maker_id && !isRepeated
    const accepted = await accept(deps, maker, ask, isBound)
    if (accepted === undefined) continue
    return { ...quoteOf(quote, maker, accepted, []), expiresAt: quote.expiresAt }
  }
  throw new AppError('QUOTE_WITHDRAWN', 'No maker stands by this quote any more.')
}

const chainsOf = ({ sourceChain, destinationChain }: Pick<ResolvedRoute, 'sourceChain' | 'destinationChain'>) => ({
  sourceChain: sourceChain.chain,
  escrowChain: destinationChain.chain,
})

const tradingOn = (makers: readonly Maker[], route: ResolvedRoute): Maker[] =>
  makers.filter((maker) => tradesOn(maker, { ...route.route, ...chainsOf(route) }))

const isBenched = ({ benchedUntil }: Standing, nowMs: number): boolean =>
  benchedUntil !== null && benchedUntil * 1000 > nowMs

async function quotersOf(deps: MarketDeps, route: ResolvedRoute) {
  const asked = await Promise.all(tradingOn(await deps.makers(), route).map((maker) => isAsked(deps, maker)))
  return { makers: asked.filter(Boolean).length, quoteEngine: deps.hasQuoteEngine }
}

async function isAsked({ standings, endpointTo, now }: MarketDeps, maker: Maker): Promise<boolean> {
  return !isBenched(await standings.of(maker.makerId), now()) && !endpointTo(maker).isDistrusted()
}

/**
 * @param isBound whether it has signed this quote, and was not asked before: a refusal is then a broken word, and it is asked
 *   nothing for a while.
 * @returns the signed quote, checked; undefined when the maker refuses, or does not answer what it must.
 */
async function accept(
  { endpointTo, observer }: MarketDeps,
  maker: Maker,
  ask: { order_id: string; commitment_hash: string; message: MakerQuoteMessage },
  isBound: boolean,
): Promise<SignedMakerQuote | undefined> {
  const { makerId, signer } = maker
  const endpoint = endpointTo(maker)
  try {
    const answer = await endpoint.askOrder(ask)
    if ('declined' in answer) {
      if (isBound) endpoint.distrust()
      observer.answered(makerId, 'declined', 'at the order')
      return undefined
    }
    // The message is taken as it was asked for, so that the signature alone has to be checked.
    const signed = { message: ask.message, signature: answer.signature }
    if (await isSignedBy(signer, signed)) return signed
    endpoint.distrust()
    observer.answered(makerId, 'refused', 'the signature is not by its key')
  } catch (error) {
    observer.answered(makerId, 'failed', error instanceof Error ? error.message : undefined)
  }
  return undefined
}

/** The message that a maker has to sign to take the order; undefined where it does not trade. */
function messageFor(
  quoteId: string,
  { maker_id, message }: NonNullable<Quote['makerQuote']>,
  maker: Maker,
  { sourceChain, destinationChain }: Pick<ResolvedRoute, 'sourceChain' | 'destinationChain'>,
): MakerQuoteMessage | undefined {
  const { makerId, addresses } = maker
  if (maker_id === makerId) return message
  const [source, destination] = [addresses[sourceChain.chain], addresses[destinationChain.chain]]
  if (source === undefined || destination === undefined) return undefined
  const own = { quote_id: rfqIdOf(quoteId), source_recipient: source, destination_creator: destination }
  return { ...message, ...own }
}

function requireEngine({ hasQuoteEngine }: Pick<MarketDeps, 'hasQuoteEngine'>, own: Quote): Quote {
  if (hasQuoteEngine) return own
  throw new AppError('UNAVAILABLE', 'No maker quotes this swap now.', { retryAfterSecs: 5 })
}

const amountsOfQuote = ({ source, destination }: Quote) => ({ source: source.amount, destination: destination.amount })

/** Undefined for a quote without a window: a maker could not be held to it. */
function fixedTerms(own: Quote, route: ResolvedRoute): OfferTerms['fixed'] | undefined {
  if (own.initiateBy === null || own.fillBy === null) return undefined
  return {
    quote_id: rfqIdOf(own.quoteId),
    source_asset: own.source.asset,
    source_chain_id: route.sourceChain.chain_id,
    source_token: configAddress(route.sourceAsset.token_address),
    destination_asset: own.destination.asset,
    destination_chain_id: route.destinationChain.chain_id,
    destination_token: configAddress(route.destinationAsset.token_address),
    hop_relayer_fee: String(own.hopRelayerFee ?? 0n),
    initiate_by: own.initiateBy,
    fill_by: own.fillBy,
    expires_at: Math.ceil(own.expiresAt.getTime() / 1000),
  }
}

function offerTerms(
  route: ResolvedRoute,
  { fixed, given, plausible }: Pick<OfferTerms, 'fixed' | 'given' | 'plausible'>,
): OfferTerms {
  const target = route.final?.asset ?? route.destinationAsset
  const decimals = hopDecimals(route)
  return {
    fixed,
    given,
    smallest: { source: BigInt(route.sourceAsset.min_amount), destination: BigInt(target.min_amount) },
    largest: { source: BigInt(route.sourceAsset.max_amount), destination: BigInt(target.max_amount) },
    destinationStep: hubAmountOf(1n, decimals) === undefined ? 10n ** BigInt(decimals.final - decimals.hub) : 1n,
    plausible,
  }
}

function askOf({ fixed, given }: OfferTerms, own: Quote, answerWithinMs: number): QuoteAsk {
  return {
    rfq_id: fixed.quote_id,
    source_asset: fixed.source_asset,
    destination_asset: fixed.destination_asset,
    source_amount: given.side === 'source' ? String(given.value) : null,
    destination_amount: given.side === 'destination' ? String(given.value) : null,
    route_type: own.routeType,
    hop_relayer_fee: fixed.hop_relayer_fee,
    initiate_by: fixed.initiate_by,
    fill_by: fixed.fill_by,
    expires_at: fixed.expires_at,
    source_cancel_after: own.cancelAfter?.source ?? null,
    dest_cancel_after: own.cancelAfter?.destination ?? null,
    free_option_secs: own.freeOptionSecs,
    answer_within_ms: answerWithinMs,
  }
}

/** A quote on a maker's terms. Its price holds all fees, so `fee_bips` is 0. */
function quoteOf(own: Quote, maker: Maker | undefined, signed: SignedMakerQuote, runnersUp: readonly string[]): Quote {
  if (maker === undefined) throw new Error('the maker is not listed')
  const { message, signature } = signed
  const amounts = amountsOf(message)
  return {
    ...own,
    source: { ...own.source, amount: amounts.source },
    destination: { ...own.destination, amount: amounts.destination },
    feeBips: 0,
    sourceSolverAddress: configAddress(message.source_recipient),
    destSolverAddress: configAddress(message.destination_creator),
    makerQuote: { maker_id: maker.makerId, signer: maker.signer, message, signature },
    runnersUp,
  }
}
