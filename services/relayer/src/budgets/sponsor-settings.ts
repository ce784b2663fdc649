import { decimalSchema, z } from '@tandem/contracts'
import { budgetNames, type Limits, type Scope, type SponsorPolicy, weiOfUsd } from './domain/budget.ts'

const usd = decimalSchema.nullable().optional()
const limits = z.strictObject({ address_usd: usd, total_usd: usd }).optional()

/** The value of `SPONSORING` for one chain, where `null` means no limit. */
export const sponsoringSchema = z.union([
  z.literal('unlimited'),
  z.strictObject({
    native_price_usd: decimalSchema.refine((price) => /[1-9]/.test(price), 'must be more than 0'),
    max_cost_bips: z.int().min(1).max(10_000).default(1_000),
    claims: limits,
    initiations: limits,
    keeper: limits,
  }),
])

/**
 * The limits in US dollars by default. An address has room for one piece of work of each kind on Ethereum at 15 gwei, even when
 * the address is a contract.
 */
const defaultUsd: Readonly<Record<Scope, string>> = { address: '50', total: '1000' }

/** The limits of one chain in wei; undefined where the operator sets no limits. */
export function sponsorPolicyOf(of: z.output<typeof sponsoringSchema> | undefined): SponsorPolicy | undefined {
  if (of === undefined || of === 'unlimited') return undefined
  const limitsOf = (given: z.output<typeof limits> = {}): Limits => {
    const most = (scope: Scope) => {
      const value = given[`${scope}_usd`]
      return value === null ? null : weiOfUsd(value ?? defaultUsd[scope], of.native_price_usd)
    }
    return { address: most('address'), total: most('total') }
  }
  const byBudget = budgetNames.map((purpose) => [purpose, limitsOf(of[purpose])] as const)
  return {
    nativePriceUsd: of.native_price_usd,
    maxCostBips: BigInt(of.max_cost_bips),
    limits: Object.fromEntries(byBudget) as SponsorPolicy['limits'],
  }
}
