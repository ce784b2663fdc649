/**
 * A percentile by the nearest-rank method: the smallest of `numbers` that is not below `part` of them.
 * `part` is 0 to 1: 0.5 is the median, 1 the largest. NaN of no numbers.
 */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
