/** What it takes to show an amount of a token. */
export interface Token {
  symbol: string
  decimals: number
}

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * Writes an amount exactly, in whole tokens: `25,000.5 USDC`.
 * @param amount base units, as a decimal string or a `bigint`.
 */
export function amountText(amount: string | bigint, { symbol, decimals }: Token): string {
  return textOf(amount, decimals, symbol)
}

/**
 * How many digits a short amount shows after the decimal point. In an amount below one token, leading zeros do not
 * count.
 */
const shownDigits = 4

/**
 * Writes an amount with at most four digits after the decimal point: `1,234.5678 USDC` for `1,234.567891 USDC`. It is
 * rounded down, so that the card never shows more than there is. An amount below one token keeps its first four digits
 * after the leading zeros: `0.00001234 ETH`.
 * @param amount base units, as a decimal string or a `bigint`.
 */
export function shortAmountText(amount: string | bigint, { symbol, decimals }: Token): string {
  const units = BigInt(amount)
  const one = 10n ** BigInt(decimals)
  const zeros = units >= one || units === 0n ? 0 : decimals - String(units).length
  const cut = decimals - Math.min(decimals, zeros + shownDigits)
  const step = 10n ** BigInt(cut)
  return textOf((units / step) * step, decimals, symbol)
}

function textOf(amount: string | bigint, decimals: number, symbol: string): string {
  const digits = String(BigInt(amount)).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${grouped(digits.slice(0, digits.length - decimals))}${fraction === '' ? '' : `.${fraction}`} ${symbol}`.trimEnd()
}

/** Writes an amount exactly and without commas, as an input field takes it. */
export const inputText = (amount: bigint, decimals: number): string => textOf(amount, decimals, '').replaceAll(',', '')

/**
 * Writes what an amount is worth in US dollars, to the nearest cent: `$25,000.50`. The price is an estimate: decide nothing by it.
 * @param amount base units.
 * @param price US dollars for one whole token, as a decimal string.
 */
export function dollarText(amount: string | bigint, decimals: number, price: string): string {
  const [whole = '0', fraction = ''] = price.split('.')
  const scale = 10n ** BigInt(decimals + fraction.length)
  const cents = (BigInt(amount) * BigInt(whole + fraction) * 100n + scale / 2n) / scale
  return `$${grouped((cents / 100n).toString())}.${(cents % 100n).toString().padStart(2, '0')}`
}

/**
 * Writes how much of the destination token one whole source token gives: `0.999 USDC`.
 * @param give base units of `source`, above zero.
 * @param get base units of `destination`.
 */
export function rateText(give: bigint, source: Token, get: bigint, destination: Token): string {
  return shortAmountText((get * 10n ** BigInt(source.decimals)) / give, destination)
}
