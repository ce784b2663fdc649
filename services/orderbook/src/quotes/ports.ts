import type { Hex } from 'viem'
import type { Quote } from './domain/quote.ts'

export interface QuoteSource {
  /** @throws UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE. */
  find(quoteId: string): Promise<Quote | undefined>
}

/** Tells prices in US dollars per token, as decimal strings. */
export interface PriceFeed {
  /** @throws PRICE_UNAVAILABLE when there is no fresh price. */
  price(asset: { asset: string; symbol: string }): Promise<string>
}

/** The gas price of a chain in wei. Undefined when it is unknown. Never rejects. */
export type GasPrices = (chain: string) => Promise<bigint | undefined>

export type QuoteClaim = { readonly quoteId: string; readonly commitmentHash: Hex; readonly orderId: string }

export interface QuoteClaims {
  /**
   * Binds the quote to the first commitment hash that asks for it, permanently. A maker sets money aside for every hash
   * that it accepts, so it must never be asked about a second one.
   * @returns the first request's identifier, or why there will be none.
   */
  claim(claim: QuoteClaim): Promise<{ orderId: string } | 'quote_consumed' | 'commitment_reused'>
}
