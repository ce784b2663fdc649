/** A signer's balance in wei, and the time of its reading in unix milliseconds. */
export interface BalanceSample {
  at: number
  balance: bigint
}

const windowMs = 3_600_000
/** Milliseconds that the samples have to span before the rate of spending counts as known. */
const minMs = 300_000

export const withSample = (samples: readonly BalanceSample[], sample: BalanceSample): BalanceSample[] => [
  ...samples.filter(({ at }) => at > sample.at - windowMs),
  sample,
]

/**
 * Hours until the balance is spent at the rate of the samples. Top-ups do not offset what was spent.
 * @returns undefined when nothing was spent, or while the samples span less than five minutes.
 */
export function hoursLeft(samples: readonly BalanceSample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < minMs) return undefined
  const spent = samples.reduce((sum, { balance }, index) => {
    const before = samples[index - 1]?.balance ?? balance
    return before > balance ? sum + before - balance : sum
  }, 0n)
  if (spent === 0n) return undefined
  // The division is in thousandths of an hour, because an amount is never a float.
  return Number((last.balance * BigInt(last.at - first.at)) / (spent * 3_600n)) / 1_000
}
