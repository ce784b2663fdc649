import { scaledPrice } from '../domain/profit.ts'

// The arithmetic of a quote. `quote` of maker.ts puts it together: spread, inventory and option make the margin, and
// `priceTermsOf` of traded.ts adds the prices of the tokens and the gas.

/** Prices are US dollars per token, as decimal strings. */
export interface PriceTerms {
  sourcePrice: string
  sourceDecimals: number
  destinationPrice: string
  destinationDecimals: number
  /** In hundredths of a percent, from 0 to 9,999. */
  marginBips: number
  /** In US dollars with eighteen decimals. */
  gasUsd: bigint
}

const bips = 10_000n

const ceilDiv = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by

/**
 * The amount that the user gets for a given source, in base units, rounded down. Zero when the source does not pay for
 * the gas.
 */
export function destinationFor(source: bigint, terms: PriceTerms): bigint {
  const income = (source * scaledPrice(terms.sourcePrice)) / 10n ** BigInt(terms.sourceDecimals)
  const left = (income * (bips - BigInt(terms.marginBips))) / bips - terms.gasUsd
  if (left <= 0n) return 0n
  return (left * 10n ** BigInt(terms.destinationDecimals)) / scaledPrice(terms.destinationPrice)
}

/** The amount that the user pays for a given destination, in base units, rounded up. */
export function sourceFor(destination: bigint, terms: PriceTerms): bigint {
  const payout = ceilDiv(destination * scaledPrice(terms.destinationPrice), 10n ** BigInt(terms.destinationDecimals))
  const income = ceilDiv((payout + terms.gasUsd) * bips, bips - BigInt(terms.marginBips))
  return ceilDiv(income * 10n ** BigInt(terms.sourceDecimals), scaledPrice(terms.sourcePrice))
}

const yearSecs = 365 * 86_400

/**
 * The price of the user's option in hundredths of a percent, rounded up: 0.4 × volatility × √(time in years). Both
 * volatilities count as independent.
 *
 * @param volatilityBips of each token, in a year.
 */
export function optionBips(
  volatilityBips: Readonly<Record<string, number>>,
  symbols: { readonly source: string; readonly destination: string },
  optionSecs: number,
): number {
  if (symbols.source === symbols.destination) return 0
  const of = (symbol: string) => volatilityBips[symbol] ?? 0
  const pair = Math.hypot(of(symbols.source), of(symbols.destination))
  return Math.min(9_999, Math.ceil(0.4 * pair * Math.sqrt(optionSecs / yearSecs)))
}

/**
 * The spread, plus up to `skewBips` that grow as less of the inventory is free. `held` and `free` are in base units.
 */
export function marginFor(
  { spreadBips, skewBips }: { spreadBips: number; skewBips: number },
  { held, free }: { held: bigint; free: bigint },
): number {
  if (held <= 0n) return spreadBips + skewBips
  const used = held - (free < 0n ? 0n : free)
  return Math.min(9_999, spreadBips + Number((BigInt(skewBips) * used) / held))
}
