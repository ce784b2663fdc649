import { askFees, believedOf } from '@tandem/chain'
import { chargesOf, type FeeMarket, firstFees } from '@tandem/chain/sending'
import type { SolverChain } from './chain.ts'

/** @throws UnbelievedError */
export async function askMarket({ quorum, config }: Pick<SolverChain, 'quorum' | 'config'>): Promise<FeeMarket> {
  const { minTip, maxTip } = chargesOf(config.chain_id)
  return { ...believedOf(quorum, await askFees(quorum)), minTip, maxTip }
}

/**
 * What one unit of gas costs, in wei, with room for a base fee that rises by a fifth.
 *
 * @throws UnbelievedError
 */
export async function askGasPrice(chain: Pick<SolverChain, 'quorum' | 'config'>): Promise<bigint> {
  const market = await askMarket(chain)
  return (market.baseFeePerGas * 6n) / 5n + firstFees(market).maxPriorityFeePerGas
}
