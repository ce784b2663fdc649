/** The balance of an account at a moment: wei, and milliseconds since 1970. */
export interface BalanceSample {
  at: number
  balance: bigint
}

/** Spending is measured over the last hour. */
const windowMs = 3_600_000
/** Over less time than this it says nothing. */
const leastMs = 300_000

/** The samples of the last hour, the newest one included. */
export const withSample = (samples: readonly BalanceSample[], sample: BalanceSample): BalanceSample[] => [
  ...samples.filter(({ at }) => at > sample.at - windowMs),
  sample,
]

/**
 * How many hours the balance lasts if as much is spent as in the samples. Money that came in is no spending.
 *
 * @returns nothing when nothing was spent, or the samples are of less than five minutes.
 */
export function hoursLeft(samples: readonly BalanceSample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < leastMs) return undefined
  const spent = samples.reduce((sum, { balance }, index) => {
    const before = samples[index - 1]?.balance ?? balance
    return before > balance ? sum + before - balance : sum
  }, 0n)
  if (spent === 0n) return undefined
  // In thousandths of an hour: amounts are never floats.
  return Number((last.balance * BigInt(last.at - first.at)) / (spent * 3_600n)) / 1_000
}
