import type { IndicativeQuoteWire, QuoteWire } from '@tandem/contracts'
import type { Quote } from './domain/quote.ts'

export function quoteWire(quote: Quote): QuoteWire {
  return {
    quote_id: quote.quoteId,
    source: { asset: quote.source.asset, amount: String(quote.source.amount) },
    destination: { asset: quote.destination.asset, amount: String(quote.destination.amount) },
    route_type: quote.routeType,
    fee_bips: quote.feeBips,
    source_token_price: quote.sourceTokenPrice,
    dest_token_price: quote.destTokenPrice,
    source_solver_address: quote.sourceSolverAddress,
    dest_solver_address: quote.destSolverAddress,
    hop_relayer_fee: quote.hopRelayerFee === null ? null : String(quote.hopRelayerFee),
    network_fee: quote.networkFee === null ? null : String(quote.networkFee),
    initiate_by: quote.initiateBy,
    fill_by: quote.fillBy,
    source_cancel_after: quote.cancelAfter?.source ?? null,
    dest_cancel_after: quote.cancelAfter?.destination ?? null,
    free_option_secs: quote.freeOptionSecs,
    maker_quote: quote.makerQuote,
    expires_at: quote.expiresAt.toISOString(),
    consumed: quote.consumed,
  }
}

/** A price without a promise: it binds no party. */
export function indicativeQuoteWire(quote: Quote, asOf: Date): IndicativeQuoteWire {
  const wire = quoteWire(quote)
  return {
    source: wire.source,
    destination: wire.destination,
    route_type: wire.route_type,
    fee_bips: wire.fee_bips,
    source_token_price: wire.source_token_price,
    dest_token_price: wire.dest_token_price,
    hop_relayer_fee: wire.hop_relayer_fee,
    network_fee: wire.network_fee,
    as_of: asOf.toISOString(),
  }
}
