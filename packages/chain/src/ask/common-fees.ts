/** The fees that an endpoint says: of the next block, and the tips that were paid in the latest ones. Wei per gas. */
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

/**
 * The fees of a chain by what its endpoints say: what stands in the middle, so that one endpoint of three moves it neither up
 * nor down. Of two, the lower tip, because a tip is paid as it is offered and a replacement corrects it; and the higher base
 * fee, because a transaction pays only what its block asks for.
 *
 * @param said of at least one endpoint.
 */
export function commonFees(said: readonly ChainFees[]): ChainFees {
  const byTip = [...said].sort((a, b) => (tipOf(a) < tipOf(b) ? -1 : 1))
  const middle = byTip[Math.floor((byTip.length - 1) / 2)]
  if (middle === undefined) throw new Error('no endpoint says what the chain asks')
  return { baseFeePerGas: upperMiddle(said.map((one) => one.baseFeePerGas)), recentTips: middle.recentTips }
}
