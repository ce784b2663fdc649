/** Wei and unix milliseconds. */
export interface BalanceSample {
  at: number
  balance: bigint
}

const windowMs = 3_600_000
/** Below it spending is unknown. */
const leastMs = 300_000

export const withSample = (samples: readonly BalanceSample[], sample: BalanceSample): BalanceSample[] => [
  ...samples.filter(({ at }) => at > sample.at - windowMs),
  sample,
]

/**
 * Money that came in is no spending.
 * @returns nothing without spending, or below five minutes.
 */
export function hoursLeft(samples: readonly BalanceSample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < leastMs) return undefined
  const spent = samples.reduce((sum, { balance }, index) => {
    const before = samples[index - 1]?.balance ?? balance
    return before > balance ? sum + before - balance : sum
  }, 0n)
  if (spent === 0n) return undefined
  // Thousandths of an hour: amounts are never floats.
  return Number((last.balance * BigInt(last.at - first.at)) / (spent * 3_600n)) / 1_000
}
