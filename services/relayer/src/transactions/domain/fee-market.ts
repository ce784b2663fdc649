import { type FeeMarket, medianOf } from '@tandem/sending'

type Said = Pick<FeeMarket, 'baseFeePerGas' | 'recentTips'>

/**
 * The market of a chain by what its endpoints say. A tip is paid as it is offered, so the lowest one counts: an endpoint
 * that asks for more costs nothing, and one that asks for less is corrected by the replacement. Of the base fee a
 * transaction pays only what its block asks for, so the highest one counts.
 *
 * @param said of at least one endpoint.
 */
export function commonMarket(said: readonly Said[]): Said {
  const tipOf = ({ recentTips }: Said) => medianOf(recentTips) ?? 0n
  const [lowest] = [...said].sort((a, b) => (tipOf(a) < tipOf(b) ? -1 : 1))
  if (lowest === undefined) throw new Error('no endpoint says what the chain asks')
  const [highest = 0n] = said.map((one) => one.baseFeePerGas).sort((a, b) => (a > b ? -1 : 1))
  return { baseFeePerGas: highest, recentTips: lowest.recentTips }
}
