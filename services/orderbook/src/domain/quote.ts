import type { MakerQuoteWire } from '@tandem/contracts'
import type { Address } from 'viem'
import { parseDecimal } from './decimal.ts'

export type RouteType = 'direct' | 'hop'

/**
 * The terms from which one order may be made until they expire. Amounts in base units; prices in US dollars per token.
 */
export type Quote = {
  readonly quoteId: string
  readonly source: QuotedAmount
  readonly destination: QuotedAmount
  readonly routeType: RouteType
  readonly feeBips: number
  readonly sourceTokenPrice: string
  readonly destTokenPrice: string
  readonly sourceSolverAddress: Address
  readonly destSolverAddress: Address
  readonly hopRelayerFee: bigint | null
  /** The part of the amounts that pays for gas, in base units of the destination asset. Null: none is known to. */
  readonly networkFee: bigint | null
  /** Unix seconds by the source chain's clock: the maker is bound by what is funded by then. Null: not agreed. */
  readonly initiateBy: number | null
  /** Unix seconds by the clock of the destination escrow's chain: the maker funds before then. Null: not agreed. */
  readonly fillBy: number | null
  /** The deadlines that its escrows will have, unix seconds by each chain's clock. Null: counted from the order. */
  readonly cancelAfter: { readonly source: number; readonly destination: number } | null
  /** Seconds after the quote in which the user can still decide not to reveal the secret. Null: not said. */
  readonly freeOptionSecs: number | null
  /** The quote as its maker signed it; null when this service priced the quote itself. */
  readonly makerQuote: MakerQuoteWire | null
  /** The further offers to its request, best first: quotes that its user gets when its maker withdraws it. */
  readonly runnersUp: readonly Quote[]
  readonly expiresAt: Date
  readonly consumed: boolean
}

/** Seconds after a maker's quote has expired in which its order is stored, or never: until then its maker was asked (docs/makers.md). */
export const orderedWithinSecs = 30

/** The deadlines of a quote, of which it names both or none. */
export const cancelAfterOf = (source: number | null, destination: number | null): Quote['cancelAfter'] =>
  source === null || destination === null ? null : { source, destination }

export type QuotedAmount = { readonly asset: string; readonly amount: bigint }

export type QuoteMismatch = { field: string; quoted: string; given: string }

/** Where what the client gave differs from what was quoted. The quoted assets and amounts must not be changed. */
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

/** Value and fee as one fraction: destination = source * numerator / denominator. */
function exchangeFraction(terms: PriceTerms): { numerator: bigint; denominator: bigint } {
  return {
    numerator: parseDecimal(terms.sourcePrice) * 10n ** BigInt(terms.destDecimals) * (bips - BigInt(terms.feeBips)),
    denominator: parseDecimal(terms.destPrice) * 10n ** BigInt(terms.sourceDecimals) * bips,
  }
}

/**
 * The amount that `sourceAmount` buys after the fee, rounded down: the market maker never pays for the rounding. Base
 * units.
 */
export function destinationAmountFor(sourceAmount: bigint, terms: PriceTerms): bigint {
  const { numerator, denominator } = exchangeFraction(terms)
  return denominator === 0n ? 0n : (sourceAmount * numerator) / denominator
}

/** The source amount that pays for `destinationAmount`, rounded up. Base units; 0 when the terms pay nothing out. */
export function sourceAmountFor(destinationAmount: bigint, terms: PriceTerms): bigint {
  const { numerator, denominator } = exchangeFraction(terms)
  return numerator === 0n ? 0n : (destinationAmount * denominator + numerator - 1n) / numerator
}
