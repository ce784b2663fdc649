import type { QuoteAsk } from '@tandem/contracts'
import type { Clock } from '../ports.ts'
import type { Quote } from '../quotes/domain/quote.ts'
import type { Cooldowns } from './cooldowns.ts'
import type { Maker } from './domain/maker.ts'
import type { Amounts, OfferTerms } from './domain/offer.ts'
import type { MakersList } from './makers-file.ts'
import type { MakerEndpoint, MarketObserver } from './ports.ts'

export type AuctionDeps = {
  endpointTo: (maker: Maker) => MakerEndpoint
  observer: Pick<MarketObserver, 'answered'>
  answerWithinMs: number
  newId: () => string
}

/** A request for quotes, the same for all makers of its route. */
export type Rfq = {
  readonly own: Quote
  readonly terms: Omit<OfferTerms, 'fixed'> & { readonly fixed: Omit<OfferTerms['fixed'], 'quote_id'> }
  readonly ask: Omit<QuoteAsk, 'rfq_id'>
  /** Whether the deadlines suffice for these amounts: a larger value needs more confirmations. */
  readonly fits: (amounts: Amounts) => boolean
  readonly makerFee: bigint | null
  readonly sourceChain: string
  readonly escrowChain: string
}

export type MarketDeps = AuctionDeps & {
  /** The last good version of the makers' file. */
  listed: () => MakersList
  cooldowns: Cooldowns
  /** How much better than the reference an offer may be, in hundredths of a percent. */
  plausibleEdgeBips: number
  now: Clock
}
