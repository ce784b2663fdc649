import type { Fields, quoteSchema } from '@tandem/contracts'
import { parseDecimal } from './decimal.ts'

/** A quote, good for one order until it expires. Its fields are those of the wire, which describes them. */
export type Quote = Omit<
  Fields<typeof quoteSchema>,
  'source' | 'destination' | 'sourceCancelAfter' | 'destCancelAfter'
> & {
  readonly source: QuotedAmount
  readonly destination: QuotedAmount
  /**
   * The deadlines of both escrows in unix seconds, by each chain's clock. Null when they count from
   * the order.
   */
  readonly cancelAfter: { readonly source: number; readonly destination: number } | null
  /** The quotes that the user gets when this one's maker withdraws it, the best first. */
  readonly runnersUp: readonly Quote[]
}

/** Seconds after the expiry of a maker's quote in which its order is still stored (docs/makers.md). */
export const orderedWithinSecs = 30

/** Both deadlines, or null when one is missing: neither counts alone. */
export const cancelAfterOf = (source: number | null, destination: number | null): Quote['cancelAfter'] =>
  source === null || destination === null ? null : { source, destination }

/** An asset and its `amount` in base units. */
export type QuotedAmount = { readonly asset: string; readonly amount: bigint }

export type QuoteMismatch = { field: string; quoted: string; given: string }

/** Differences between the client's order and its quote. */
export function findMismatches(
  quote: Pick<Quote, 'source' | 'destination'>,
  given: { source: QuotedAmount; destination: QuotedAmount },
): QuoteMismatch[] {
  const mismatches: QuoteMismatch[] = []
  for (const side of ['source', 'destination'] as const) {
    for (const field of ['asset', 'amount'] as const) {
      const quoted = String(quote[side][field])
      const actual = String(given[side][field])
      if (quoted !== actual) mismatches.push({ field: `${side}.${field}`, quoted, given: actual })
    }
  }
  return mismatches
}

export type PriceTerms = {
  readonly sourcePrice: string
  readonly sourceDecimals: number
  readonly destPrice: string
  readonly destDecimals: number
  readonly feeBips: number
}

const bips = 10_000n

/** destination = source * numerator / denominator. */
function exchangeFraction(terms: PriceTerms): { numerator: bigint; denominator: bigint } {
  return {
    numerator: parseDecimal(terms.sourcePrice) * 10n ** BigInt(terms.destDecimals) * (bips - BigInt(terms.feeBips)),
    denominator: parseDecimal(terms.destPrice) * 10n ** BigInt(terms.sourceDecimals) * bips,
  }
}

/** The destination amount in base units, rounded down so that the maker never pays for the rounding. */
export function destinationAmountFor(sourceAmount: bigint, terms: PriceTerms): bigint {
  const { numerator, denominator } = exchangeFraction(terms)
  return denominator === 0n ? 0n : (sourceAmount * numerator) / denominator
}

/** The source amount in base units, rounded up. Zero when the terms pay nothing out. */
export function sourceAmountFor(destinationAmount: bigint, terms: PriceTerms): bigint {
  const { numerator, denominator } = exchangeFraction(terms)
  return numerator === 0n ? 0n : (destinationAmount * denominator + numerator - 1n) / numerator
}
