import {
  encodeFields,
  type Fields,
  fieldName,
  type IndicativeQuoteWire,
  indicativeQuoteSchema,
  type QuoteWire,
  quotedAmountSchema,
  quoteSchema,
} from '@tandem/contracts'
import { decodeRow, rowOf, valuesOfRow } from '../fields.ts'
import { configAddress } from '../network/domain/network.ts'
import { cancelAfterOf, type Quote, type QuotedAmount } from './domain/quote.ts'

/**
 * The one place that turns quotes into rows and answers, and back. A field that is a column, a field of the wire and a
 * field of {@link Quote} passes through by its name; only what has another form in one of the three is named here.
 */

/** A row of `quotes`, by the names of its fields. */
type QuoteRow = Omit<Fields<typeof quoteSchema>, 'source' | 'destination' | 'consumed'> & {
  readonly sourceAsset: string
  readonly sourceAmount: bigint
  readonly destinationAsset: string
  readonly destinationAmount: bigint
  readonly consumedAt: Date | null
  readonly createdAt: Date
  readonly claimedHash: string | null
  readonly claimedOrderId: string | null
  /** Rows keyed by column, as {@link quoteRow} makes them. */
  readonly runnersUp: readonly Record<string, unknown>[] | null
}

/** Reads a quote from the JSON of `jsonFields('quotes', …)`. */
export function quoteOfJson(json: string): Quote {
  const row = JSON.parse(json) as Record<string, unknown>
  decodeRow('quotes', row)
  return quoteOf(row as unknown as QuoteRow)
}

function quoteOf(row: QuoteRow): Quote {
  const { sourceAsset, sourceAmount, destinationAsset, destinationAmount, ...others } = row
  const { sourceCancelAfter, destCancelAfter, consumedAt, runnersUp, ...more } = others
  const { createdAt: _created, claimedHash: _hash, claimedOrderId: _order, ...fields } = more
  return {
    ...fields,
    source: { asset: sourceAsset, amount: sourceAmount },
    destination: { asset: destinationAsset, amount: destinationAmount },
    cancelAfter: cancelAfterOf(sourceCancelAfter, destCancelAfter),
    runnersUp: (runnersUp ?? []).map((next) => quoteOf(valuesOfRow('quotes', next) as unknown as QuoteRow)),
    consumed: consumedAt !== null,
  }
}

/** @returns a row of `quotes`, keyed by column. */
export function quoteRow(quote: Quote, createdAt: Date, consumedAt: Date | null): Record<string, unknown> {
  return rowOf('quotes', quote, {
    sourceAsset: quote.source.asset,
    sourceAmount: quote.source.amount,
    destinationAsset: quote.destination.asset,
    destinationAmount: quote.destination.amount,
    ...cancelAfterFields(quote),
    runnersUp: quote.runnersUp.map((next) => quoteRow(next, createdAt, null)),
    createdAt,
    consumedAt,
  })
}

const cancelAfterFields = ({ cancelAfter }: Quote) => ({
  sourceCancelAfter: cancelAfter?.source ?? null,
  destCancelAfter: cancelAfter?.destination ?? null,
})

const amountWire = (amount: QuotedAmount) => encodeFields(quotedAmountSchema, amount, {})

/** The answer to `GET /quotes/{quote_id}`. */
export const quoteWire = (quote: Quote): QuoteWire =>
  encodeFields(quoteSchema, quote, {
    source: amountWire(quote.source),
    destination: amountWire(quote.destination),
    ...cancelAfterFields(quote),
  })

/** A price without a promise: it binds no party. */
export const indicativeQuoteWire = (quote: Quote, asOf: Date): IndicativeQuoteWire =>
  encodeFields(indicativeQuoteSchema, quote, {
    source: amountWire(quote.source),
    destination: amountWire(quote.destination),
    asOf,
  })

/** Reads the quote of a remote quote service. It answers for its makers, so their signature is not kept. */
export function quoteOfWire({ source, destination, ...wire }: QuoteWire): Quote {
  const row = Object.fromEntries(Object.entries(wire).map(([name, value]) => [fieldName(name), value]))
  decodeRow('quotes', row)
  const fields = row as unknown as Omit<Fields<typeof quoteSchema>, 'source' | 'destination'>
  const { sourceCancelAfter, destCancelAfter, ...others } = fields
  return {
    ...others,
    quoteId: wire.quote_id.toLowerCase(),
    source: { asset: source.asset, amount: BigInt(source.amount) },
    destination: { asset: destination.asset, amount: BigInt(destination.amount) },
    sourceSolverAddress: configAddress(wire.source_solver_address),
    destSolverAddress: configAddress(wire.dest_solver_address),
    cancelAfter: cancelAfterOf(sourceCancelAfter, destCancelAfter),
    makerQuote: null,
    runnersUp: [],
  }
}
