import { chargesOf, type FeePolicy, feeModels } from '@tandem/chain/sending'
import { z } from '@tandem/contracts'
import { defaultGasLimits, type GasLimits } from './work/domain/gas-limits.ts'

const gas = z.int().min(21_000).max(30_000_000).transform(BigInt)

/** The value of `GAS_LIMITS` for one chain. */
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
  .refine(
    ({ claim_hop: limit }) => limit === undefined || limit >= defaultGasLimits.claimHop,
    'claim_hop: must be at least 600,000',
  )

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

const wei = z
  .string()
  .regex(/^[0-9]{1,30}$/, 'must be a whole number of wei')
  .transform(BigInt)

/** The value of `FEES` for one chain. */
export const feesSchema = z
  .strictObject({
    model: z.enum(feeModels),
    min_tip_wei: wei,
    max_tip_wei: wei,
    max_fee_per_gas_wei: wei,
    max_claim_fee_wei: wei,
    max_revealed_fee_wei: wei,
    max_market_multiple: z.int().min(2).max(1_000),
  })
  .partial()

/** How many times its highest cost before the reveal a claim may cost after the reveal. */
const revealedMultiple = 5n
const defaultMaxMarketMultiple = 10

export function feePolicyOf(
  of: z.output<typeof feesSchema> = {},
  { chainId, ...all }: { chainId: number; maxFeePerGas: bigint; maxClaimFee: bigint },
): FeePolicy {
  const charges = chargesOf(chainId)
  const model = of.model ?? charges.model
  const maxFeePerGas = of.max_fee_per_gas_wei ?? all.maxFeePerGas
  const maxClaimFee = of.max_claim_fee_wei ?? all.maxClaimFee
  // A legacy chain has one price, which is all tip.
  const tips = model === 'legacy' ? { minTip: 0n, maxTip: maxFeePerGas } : charges
  return {
    model,
    minTip: of.min_tip_wei ?? tips.minTip,
    maxTip: of.max_tip_wei ?? tips.maxTip,
    maxFeePerGas,
    maxClaimFee,
    maxRevealedFee: of.max_revealed_fee_wei ?? maxClaimFee * revealedMultiple,
    maxMarketMultiple: BigInt(of.max_market_multiple ?? defaultMaxMarketMultiple),
  }
}
