import { type FeeMarket, firstFees, reserveOf } from '@tandem/chain/sending'
import type { GasLimits } from '../work/domain/gas-limits.ts'

/** Bytes of the calldata of one claim: the terms of the escrow, and the secret. */
const claimBytes = 292

export interface PricedChain {
  readonly gasLimits: GasLimits
  feeMarket(): Promise<FeeMarket>
  dataCost(bytes: number): Promise<{ gas: bigint; wei: bigint }>
}

/** Wei that a signer has to hold for one claim and its replacements, at today's fees. */
export async function claimReserve(chain: PricedChain): Promise<bigint> {
  const [market, data] = await Promise.all([chain.feeMarket(), chain.dataCost(claimBytes)])
  return reserveOf(chain.gasLimits.claim + data.gas, firstFees(market).maxFeePerGas, data.wei)
}
