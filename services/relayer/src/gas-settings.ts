import { z } from '@tandem/contracts'
import { defaultGasLimits, type GasLimits } from './domain/gas-limits.ts'

const gas = z.int().min(21_000).max(30_000_000).transform(BigInt)

/** `GAS_LIMITS`, of one chain: what is left out keeps its default. */
export const gasLimitsSchema = z
  .strictObject({
    claim: gas,
    claim_hop: gas,
    initiation: gas,
    cancel: gas,
    recover_prefund: gas,
    transaction: gas,
  })
  .partial()
  .refine(({ claim }) => claim === undefined || claim >= 120_000n, 'claim: must be at least 120,000')

/** The gas limits of a chain. */
export function gasLimitsOf(of: z.output<typeof gasLimitsSchema> = {}): GasLimits {
  const { claim, claim_hop: claimHop, initiation, cancel, recover_prefund: recoverPrefund, transaction } = of
  return {
    claim: claim ?? defaultGasLimits.claim,
    claimHop: claimHop ?? defaultGasLimits.claimHop,
    initiation: initiation ?? defaultGasLimits.initiation,
    cancel: cancel ?? defaultGasLimits.cancel,
    recoverPrefund: recoverPrefund ?? defaultGasLimits.recoverPrefund,
    transaction: transaction ?? defaultGasLimits.transaction,
  }
}
