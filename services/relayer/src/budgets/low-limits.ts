import type { GasLimits } from '../work/domain/gas-limits.ts'
import { type BudgetName, budgetNames, reservationOf, type SponsorPolicy, scopes, usdOfWei } from './domain/budget.ts'
import { limitBelowCost, readPrice, type SponsoredChain } from './sponsor.ts'

/**
 * Finds limits that are below today's cost of even the plainest work: they refuse every new request, however little was spent.
 * @returns a sentence for each such limit.
 */
export async function findLowLimits(
  chain: Omit<SponsoredChain, 'hasCode'>,
  policy: SponsorPolicy,
): Promise<readonly string[]> {
  const price = await readPrice(chain)
  return budgetNames.flatMap((purpose) => {
    const wei = reservationOf(price, gasOf(purpose, chain.gasLimits) + price.dataGas, false)
    return scopes.flatMap((scope) => {
      const limit = policy.limits[purpose][scope]
      if (limit === null || limit >= wei) return []
      const [limitUsd, neededUsd] = [usdOfWei(limit, policy.nativePriceUsd), usdOfWei(wei, policy.nativePriceUsd)]
      return [limitBelowCost({ chain: chain.name, purpose, scope, limitUsd, neededUsd })]
    })
  })
}

function gasOf(purpose: BudgetName, { claim, initiation, cancel }: GasLimits): bigint {
  switch (purpose) {
    case 'claims':
      return claim
    case 'initiations':
      return initiation
    case 'keeper':
      return cancel
  }
}
