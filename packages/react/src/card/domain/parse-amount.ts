/**
 * Reads an amount that a person typed, without rounding and without floating point. A comma is refused, because some people
 * separate thousands with it, and others decimals.
 * @param decimals the token's number of decimals.
 * @returns base units, or `undefined` for anything but an amount above zero.
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d{0,60})(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '' || fraction.length > decimals) return undefined
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  return amount > 0n ? amount : undefined
}
