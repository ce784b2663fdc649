import { type FeeMarket, firstFees, reserveOf } from '@tandem/sending'
import type { GasLimits } from '../work/domain/gas-limits.ts'

/** The calldata of a claim: the terms of its vault, and its secret. */
const claimBytes = 292

/** A chain, as far as it is asked what a claim costs. */
export interface PricedChain {
  readonly gasLimits: GasLimits
  feeMarket(): Promise<FeeMarket>
  dataCost(bytes: number): Promise<{ gas: bigint; wei: bigint }>
}

/** Wei that are reserved now for a claim that goes alone. */
export async function claimReserve(chain: PricedChain): Promise<bigint> {
  const [market, data] = await Promise.all([chain.feeMarket(), chain.dataCost(claimBytes)])
  return reserveOf(chain.gasLimits.claim + data.gas, firstFees(market).maxFeePerGas, data.wei)
}
