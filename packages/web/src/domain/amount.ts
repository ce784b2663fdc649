/** The token's decimals and symbol, with which an amount is shown. */
export interface Token {
  symbol: string
  decimals: number
}

/**
 * An amount in whole tokens, exact, with digits in groups: `25,000.5 USDC`.
 *
 * @param amount in base units, as a decimal string or `bigint`.
 */
export function amountText(amount: string | bigint, { symbol, decimals }: Token): string {
  const digits = String(BigInt(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${symbol}`
}

/**
 * About how many US dollars an amount is worth, to the cent: `$25,000.50`. For the eye only, never for a decision.
 *
 * @param price in US dollars for a whole token, as a decimal string.
 */
export function dollarText(amount: string | bigint, decimals: number, price: string): string {
  const [whole = '0', fraction = ''] = price.split('.')
  const scaledPrice = BigInt(whole + fraction)
  const cents = (BigInt(amount) * scaledPrice * 100n) / 10n ** BigInt(decimals + fraction.length)
  const dollars = (cents / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  return `$${dollars}.${(cents % 100n).toString().padStart(2, '0')}`
}
