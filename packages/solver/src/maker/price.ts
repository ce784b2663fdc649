import { scaledPrice } from '../domain/profit.ts'

/** The terms that price a swap, as the maker sees it. Prices in US dollars per whole token, as decimal strings. */
export interface PriceTerms {
  sourcePrice: string
  sourceDecimals: number
  destinationPrice: string
  destinationDecimals: number
  /** The margin that the maker keeps, in hundredths of a percent: 0 to 9,999. */
  marginBips: number
  /** The cost of gas that the maker pays, in US dollars with eighteen decimals. */
  gasUsd: bigint
}

const bips = 10_000n

const ceilDiv = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by

/** The destination amount for a source amount, rounded down; 0 when it does not even pay for the gas. Base units. */
export function destinationFor(source: bigint, terms: PriceTerms): bigint {
  const income = (source * scaledPrice(terms.sourcePrice)) / 10n ** BigInt(terms.sourceDecimals)
  const left = (income * (bips - BigInt(terms.marginBips))) / bips - terms.gasUsd
  if (left <= 0n) return 0n
  return (left * 10n ** BigInt(terms.destinationDecimals)) / scaledPrice(terms.destinationPrice)
}

/** The source amount that must be paid for a destination amount, rounded up. Base units. */
export function sourceFor(destination: bigint, terms: PriceTerms): bigint {
  const payout = ceilDiv(destination * scaledPrice(terms.destinationPrice), 10n ** BigInt(terms.destinationDecimals))
  const income = ceilDiv((payout + terms.gasUsd) * bips, bips - BigInt(terms.marginBips))
  return ceilDiv(income * 10n ** BigInt(terms.sourceDecimals), scaledPrice(terms.sourcePrice))
}

const yearSecs = 365 * 86_400

/**
 * The worth of the time in which a user can still choose, in hundredths of a percent of the amount, rounded up: an option at
 * the price of the quote, 0.4 × volatility × √(time in years). The volatilities of two tokens count as independent.
 *
 * @param volatilityBips how much each token's price moves in a year, in hundredths of a percent.
 * @param optionSecs seconds until the choice is over.
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
 * The margin that inventory asks for: the spread, and up to `skewBips` more the less of what is held is free.
 *
 * @param held the amount of the destination's token that the account holds, base units; `free` of it is not promised.
 */
export function marginFor(
  { spreadBips, skewBips }: { spreadBips: number; skewBips: number },
  { held, free }: { held: bigint; free: bigint },
): number {
  if (held <= 0n) return spreadBips + skewBips
  const used = held - (free < 0n ? 0n : free)
  return Math.min(9_999, spreadBips + Number((BigInt(skewBips) * used) / held))
}
