import type { QuoteAsk } from '@tandem/contracts'
import type { Quote } from '../domain/quote.ts'
import type { Clock } from '../usecases/ports.ts'
import type { Maker } from './domain/maker.ts'
import type { Amounts, OfferTerms } from './domain/offer.ts'
import type { MakerEndpoint, MarketObserver, Standings } from './ports.ts'

export type AuctionDeps = {
  endpointTo: (maker: Maker) => MakerEndpoint
  standings: Pick<Standings, 'charge'>
  observer: Pick<MarketObserver, 'answered'>
  /** Whether the quote engine's own quote competes. */
  hasQuoteEngine: boolean
  answerWithinMs: number
  newId: () => string
}

/** The terms on which makers are asked, and by which their answers are judged. */
export type Lot = {
  /** The quote engine's own quote. */
  readonly own: Quote
  readonly terms: Omit<OfferTerms, 'fixed'> & { readonly fixed: Omit<OfferTerms['fixed'], 'quote_id'> }
  readonly ask: Omit<QuoteAsk, 'rfq_id'>
  /** Whether the deadlines of the own quote suffice for other amounts: a larger worth must stand deeper. */
  readonly fits: (amounts: Amounts) => boolean
  /** The network fee of a maker's quote. */
  readonly makerFee: bigint | null
  readonly sourceChain: string
  readonly escrowChain: string
}

export type MarketDeps = AuctionDeps & {
  /** The makers that are asked now. */
  makers: () => Promise<readonly Maker[]>
  standings: Standings
  /** Hundredths of a percent by which an offer may be better than the reference price. */
  plausibleEdgeBips: number
  now: Clock
}
