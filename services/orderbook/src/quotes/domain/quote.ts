import type { MakerQuoteWire } from '@tandem/contracts'
import type { Address } from 'viem'
import { parseDecimal } from './decimal.ts'

export type RouteType = 'direct' | 'hop'

/** For one order until they expire. Base units; prices in US dollars per token. */
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
  /** Base units of the destination asset; null when unknown. */
  readonly networkFee: bigint | null
  /** Unix seconds by the source's chain. Null: not agreed. */
  readonly initiateBy: number | null
  /** Unix seconds by the destination's chain. Null: not agreed. */
  readonly fillBy: number | null
  /** Unix seconds by each chain. Null: counted from the order. */
  readonly cancelAfter: { readonly source: number; readonly destination: number } | null
  /** Seconds in which the user can keep the secret back. Null: not said. */
  readonly freeOptionSecs: number | null
  /** Null when this service priced it. */
  readonly makerQuote: MakerQuoteWire | null
  /** Best first, for a withdrawn quote. */
  readonly runnersUp: readonly Quote[]
  readonly expiresAt: Date
  readonly consumed: boolean
}

/** After a maker's quote expires; later no order is stored (docs/makers.md). */
export const orderedWithinSecs = 30

/** Both or none. */
export const cancelAfterOf = (source: number | null, destination: number | null): Quote['cancelAfter'] =>
  source === null || destination === null ? null : { source, destination }

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

/** Rounded down, so that the maker never pays for it. Base units. */
export function destinationAmountFor(sourceAmount: bigint, terms: PriceTerms): bigint {
  const { numerator, denominator } = exchangeFraction(terms)
  return denominator === 0n ? 0n : (sourceAmount * numerator) / denominator
}

/** Rounded up. Base units; 0 when the terms pay nothing out. */
export function sourceAmountFor(destinationAmount: bigint, terms: PriceTerms): bigint {
  const { numerator, denominator } = exchangeFraction(terms)
  return numerator === 0n ? 0n : (destinationAmount * denominator + numerator - 1n) / numerator
}
