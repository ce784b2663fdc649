/**
 * Reads an amount that a person typed, exactly: no rounding, no floating point. A comma is refused: it separates
 * thousands to some people, and decimals to others.
 *
 * @param decimals of the token.
 * @returns base units; `undefined` for any other text than a positive amount of that token.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d{0,60})(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '' || fraction.length > decimals) return undefined
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  return amount > 0n ? amount : undefined
}
