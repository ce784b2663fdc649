/** One, in numbers with eighteen decimals. */
export const decimalScale = 10n ** 18n

/** A decimal text in units of 10^-18. Money is never a float. */
export function parseDecimal(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * decimalScale + BigInt(fraction.slice(0, 18).padEnd(18, '0'))
}

/** A decimal text without trailing zeros. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
