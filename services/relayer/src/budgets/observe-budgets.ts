import type { Logger } from '@tandem/service-kit'
import { Counter, Gauge, type Registry } from 'prom-client'
import { budgetNames, type SponsorPolicy } from './domain/budget.ts'
import type { BudgetUse } from './ports.ts'
import { type Refusal, refusalCauses } from './sponsor.ts'

export function makeObserveBudgets(logger: Logger, registry: Registry, policies: ReadonlyMap<string, SponsorPolicy>) {
  const registers = [registry]
  const refused = new Counter({
    name: 'tandem_relayer_sponsor_refused_total',
    help: 'Requests that the relayer did not pay for. The cause is a budget of the day that is spent, reserved or below the cost, or an order that is too small.',
    labelNames: ['chain', 'purpose', 'cause'],
    registers,
  })
  const used = new Gauge({
    name: 'tandem_relayer_sponsor_budget_used_ratio',
    help: "Which part of a chain's budget for today is spent or reserved, from 0 to 1.",
    labelNames: ['chain', 'purpose'],
    registers,
  })
  // A counter that begins with its first event shows alerts no increase, so every series begins at zero.
  for (const chain of policies.keys())
    for (const purpose of budgetNames) for (const cause of refusalCauses) refused.inc({ chain, purpose, cause }, 0)

  return {
    refused: (refusal: Refusal) => {
      refused.inc({ ...refusal })
      logger.warn('sponsor.refused', { ...refusal })
    },
    lowLimit: (chain: string, reason: string) => logger.warn('sponsor.limit_below_cost', { chain, reason }),
    uses: (uses: readonly BudgetUse[]) => {
      used.reset()
      for (const { chain, purpose, used: wei } of uses) {
        const most = policies.get(chain)?.limits[purpose].total
        if (most == null) continue
        used.set({ chain, purpose }, most === 0n ? 1 : Number((wei * 10_000n) / most) / 10_000)
      }
    },
    settled: (count: number) => {
      if (count > 0) logger.debug('sponsor.settled', { count })
    },
    failed: (error: unknown) =>
      logger.warn('sponsor.failed', { error: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }),
  }
}
