import { orderedWithinSecs, type Quote } from '../domain/quote.ts'

type RowOf<Columns extends readonly string[]> = Readonly<Record<Columns[number], unknown>>

export const quoteColumns = [
  'quote_id',
  'source_asset',
  'source_amount',
  'destination_asset',
  'destination_amount',
  'route_type',
  'fee_bips',
  'source_token_price',
  'dest_token_price',
  'source_solver_address',
  'dest_solver_address',
  'hop_relayer_fee',
  'network_fee',
  'initiate_by',
  'fill_by',
  'source_cancel_after',
  'dest_cancel_after',
  'free_option_secs',
  'maker_quote',
  'runners_up',
  'expires_at',
  'consumed_at',
  'created_at',
] as const

/** Whether a row of `quotes` can still be ordered, by the database's clock. A maker holds money for its quote no longer than it was told. */
export const isInMakersTime = `(quotes.maker_quote IS NULL OR quotes.expires_at + interval '${orderedWithinSecs} seconds' > clock_timestamp())`

/** A quote as a row of its table, keyed by column. */
export function quoteRow(quote: Quote, createdAt: Date, consumedAt: Date | null): RowOf<typeof quoteColumns> {
  return {
    quote_id: quote.quoteId,
    source_asset: quote.source.asset,
    source_amount: String(quote.source.amount),
    destination_asset: quote.destination.asset,
    destination_amount: String(quote.destination.amount),
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
    runners_up: quote.runnersUp.map((next) => quoteRow(next, createdAt, null)),
    expires_at: quote.expiresAt,
    consumed_at: consumedAt,
    created_at: createdAt,
  }
}
