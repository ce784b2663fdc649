const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})
const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** From here on a number is shown by its first three digits. */
const many = 100_000

/** A count for the eye: `9,500`, `1.23M`. */
export const countText = (count: number): string => (count < many ? whole : compact).format(count)

/** US dollars for the eye: `$25.00`, `$9,500`, `$3.62M`. */
export const dollarsText = (dollars: number): string =>
  dollars < 1_000 ? cents.format(dollars) : `$${countText(dollars)}`

/** The same, to the cent. */
export const exactDollarsText = (dollars: number): string => cents.format(dollars)
