/** The token's decimals and symbol, with which an amount is shown. */
export interface Token {
  symbol: string
  decimals: number
}

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * An amount in whole tokens, exact, with digits in groups: `25,000.5 USDC`.
 *
 * @param amount in base units, as a decimal string or `bigint`.
 */
export function amountText(amount: string | bigint, { symbol, decimals }: Token): string {
  return textOf(amount, decimals, symbol)
}

/** Digits that are shown after the point, at the most; a small amount shows as many of its first ones. */
const shownDigits = 4

/**
 * The same, cut for the eye: never more than is there. `1,234.567891 USDC` is `1,234.5678 USDC`, and a billionth of a token
 * keeps its first digits.
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

/** The digits of an amount as an input takes them: exact, without groups. */
export const inputText = (amount: bigint, decimals: number): string => textOf(amount, decimals, '').replaceAll(',', '')

/**
 * About how many US dollars an amount is worth, to the nearest cent: `$25,000.50`. For the eye only, never for a decision.
 *
 * @param price in US dollars for a whole token, as a decimal string.
 */
export function dollarText(amount: string | bigint, decimals: number, price: string): string {
  const [whole = '0', fraction = ''] = price.split('.')
  const scale = 10n ** BigInt(decimals + fraction.length)
  const cents = (BigInt(amount) * BigInt(whole + fraction) * 100n + scale / 2n) / scale
  return `$${grouped((cents / 100n).toString())}.${(cents % 100n).toString().padStart(2, '0')}`
}

/**
 * How much of the destination one whole source token gives: `0.9990 USDC`.
 *
 * @param give base units of `source`, more than nothing.
 */
export function rateText(give: bigint, source: Token, get: bigint, destination: Token): string {
  return shortAmountText((get * 10n ** BigInt(source.decimals)) / give, destination)
}
