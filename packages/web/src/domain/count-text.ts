const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})
const cents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** From this number on, only the first three digits are shown. */
const many = 100_000

/** Writes a count with few digits: `9,500`, `1.23M`. */
export const countText = (count: number): string => (count < many ? whole : compact).format(count)

/** Writes US dollars with few digits: `$25.00`, `$9,500`, `$3.62M`. */
export const dollarsText = (dollars: number): string =>
  dollars < 1_000 ? cents.format(dollars) : `$${countText(dollars)}`

/** Writes US dollars to the cent: `$3,618,088.00`. */
export const exactDollarsText = (dollars: number): string => cents.format(dollars)
