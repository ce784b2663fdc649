/** Wei per gas: of the next block, and the tips that the latest blocks asked for. */
export interface ChainFees {
  /** 0 where transactions have one price. */
  readonly baseFeePerGas: bigint
  readonly recentTips: readonly bigint[]
}

const ascending = (values: readonly bigint[]): bigint[] => [...values].sort((a, b) => (a < b ? -1 : 1))
const upperMiddle = (values: readonly bigint[]): bigint => ascending(values)[Math.floor(values.length / 2)] ?? 0n
const tipOf = ({ recentTips }: ChainFees): bigint => upperMiddle(recentTips)

export const isSameFees = (one: ChainFees, other: ChainFees): boolean =>
  one.baseFeePerGas === other.baseFeePerGas && tipOf(one) === tipOf(other)

/** 0.1 gwei is cheap anywhere: base fees that differ by less are alike. */
const negligible = 10n ** 8n

/** The most answers whose base fees are within a factor of two. */
export function alikeFees(said: readonly ChainFees[]): ChainFees[] {
  const groups = said.map(({ baseFeePerGas: lowest }) =>
    said.filter(({ baseFeePerGas }) => baseFeePerGas >= lowest && baseFeePerGas <= 2n * lowest + negligible),
  )
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? []
}

/**
 * The middle of the endpoints' words. Of two, the lower tip, which a replacement corrects, and the higher base fee,
 * since a transaction pays only its block's.
 */
export function commonFees(said: readonly ChainFees[]): ChainFees {
  const byTip = [...said].sort((a, b) => (tipOf(a) < tipOf(b) ? -1 : 1))
  const middle = byTip[Math.floor((byTip.length - 1) / 2)]
  if (middle === undefined) throw new Error('no endpoint says what the chain asks')
  return { baseFeePerGas: upperMiddle(said.map((one) => one.baseFeePerGas)), recentTips: middle.recentTips }
}
