/** The base fee of the next block and the tips that the latest blocks asked for, in wei per gas. */
export interface ChainFees {
  /** Wei per gas. Zero on a chain whose transactions have one price. */
  readonly baseFeePerGas: bigint
  readonly recentTips: readonly bigint[]
}

const ascending = (values: readonly bigint[]): bigint[] => [...values].sort((a, b) => (a < b ? -1 : 1))
const upperMiddle = (values: readonly bigint[]): bigint => ascending(values)[Math.floor(values.length / 2)] ?? 0n
const tipOf = ({ recentTips }: ChainFees): bigint => upperMiddle(recentTips)

export const isSameFees = (one: ChainFees, other: ChainFees): boolean =>
  one.baseFeePerGas === other.baseFeePerGas && tipOf(one) === tipOf(other)

/** In wei per gas. 0.1 gwei is cheap on any chain, so base fees that differ by less count as equal. */
const negligible = 10n ** 8n

/** The largest group of answers whose base fees lie within a factor of two of each other. */
export function alikeFees(said: readonly ChainFees[]): ChainFees[] {
  const groups = said.map(({ baseFeePerGas: lowest }) =>
    said.filter(({ baseFeePerGas }) => baseFeePerGas >= lowest && baseFeePerGas <= 2n * lowest + negligible),
  )
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? []
}

/**
 * The middle of what the endpoints say. When only two answer, it takes the lower tip, because a replacement can raise
 * it later, and the higher base fee, because a transaction never pays more than its block asks for.
 */
export function commonFees(said: readonly ChainFees[]): ChainFees {
  const byTip = [...said].sort((a, b) => (tipOf(a) < tipOf(b) ? -1 : 1))
  const middle = byTip[Math.floor((byTip.length - 1) / 2)]
  if (middle === undefined) throw new Error('no endpoint says what the chain asks')
  return { baseFeePerGas: upperMiddle(said.map((one) => one.baseFeePerGas)), recentTips: middle.recentTips }
}
