import { type FeeMarket, medianOf } from '@tandem/sending'

export type Said = Pick<FeeMarket, 'baseFeePerGas' | 'recentTips'>

const tipOf = ({ recentTips }: Said): bigint => medianOf(recentTips) ?? 0n

export const isSameMarket = (one: Said, other: Said): boolean =>
  one.baseFeePerGas === other.baseFeePerGas && tipOf(one) === tipOf(other)

/**
 * The market of a chain by what its endpoints say: what stands in the middle, so that one endpoint of three moves it neither up
 * nor down. Of two, the lower tip, because a tip is paid as it is offered and a replacement corrects it; and the higher base
 * fee, because a transaction pays only what its block asks for.
 *
 * @param said of at least one endpoint.
 */
export function commonMarket(said: readonly Said[]): Said {
  const byTip = [...said].sort((a, b) => (tipOf(a) < tipOf(b) ? -1 : 1))
  const middle = byTip[Math.floor((byTip.length - 1) / 2)]
  if (middle === undefined) throw new Error('no endpoint says what the chain asks')
  return { baseFeePerGas: medianOf(said.map((one) => one.baseFeePerGas)) ?? 0n, recentTips: middle.recentTips }
}
