/** `amount` in base units, `price` in US dollars per token. */
export interface Valued {
  amount: bigint
  decimals: number
  price: string
}

/** Gas units of funding a destination and of claiming a source, rounded up from measurements. */
export const fundingGas = 165_000n
export const claimGas = 70_000n

/**
 * A decimal price as an integer with eighteen decimals.
 *
 * @throws SyntaxError when the text is not a decimal number.
 */
export const scaledPrice = (price: string): bigint => {
  const [whole = '0', fraction = ''] = price.split('.')
  return BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'))
}

/** The worth of an amount, in US dollars with eighteen decimals. */
export function valueUsd({ amount, decimals, price }: Valued, rounded: 'up' | 'down'): bigint {
  const unit = 10n ** BigInt(decimals)
  const product = amount * scaledPrice(price)
  return rounded === 'up' ? (product + unit - 1n) / unit : product / unit
}

/** The profit in hundredths of a percent of the income, rounded down. */
export function profitBips(order: { income: Valued; payout: Valued; fees: readonly Valued[] }): number {
  const income = valueUsd(order.income, 'down')
  if (income === 0n) return Number.NEGATIVE_INFINITY
  const cost = [order.payout, ...order.fees].reduce((sum, one) => sum + valueUsd(one, 'up'), 0n)
  const millionths = ((income - cost) * 1_000_000n) / income
  return Math.floor(Number(millionths) / 100)
}
