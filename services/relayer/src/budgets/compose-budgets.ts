import { backgroundLoops, type Logger, type Part } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Clock } from '../transactions/ports.ts'
import type { Chains } from '../work/ports.ts'
import { makeBudgetStore } from './db/budget.store.ts'
import { type SponsorPolicy, utcDay } from './domain/budget.ts'
import { findLowLimits } from './low-limits.ts'
import { makeObserveBudgets } from './observe-budgets.ts'
import type { BudgetStore } from './ports.ts'
import { makeSettleCharges } from './settle-charges.ts'
import { makeSponsor, type Sponsor } from './sponsor.ts'
import { sponsorPolicyOf } from './sponsor-settings.ts'

const chargesIntervalMs = 10_000

export type BudgetsPart = Part & {
  readonly sponsor: Sponsor
  readonly budgets: BudgetStore
}

type Needs = {
  config: Pick<Config, 'network' | 'roles' | 'sponsoring'>
  chains: Chains
  database: Database
  logger: Logger
  registry: Registry
  now: Clock
}

export function composeBudgets({ config, chains, database, logger, registry, now }: Needs): BudgetsPart {
  const policies = policiesOf(config)
  const observe = makeObserveBudgets(logger, registry, policies)
  const budgets = makeBudgetStore(database, now)
  // Replaces what was reserved for ended work by what its transactions cost.
  const settleCharges = makeSettleCharges({
    store: budgets,
    costOf: async (chain, hash) => chains.get(chain)?.transactionCost(hash),
    now,
  })
  const settling = backgroundLoops([
    {
      round: async () => {
        observe.settled(await settleCharges())
        observe.uses(await budgets.uses(utcDay(now())))
      },
      onError: observe.failed,
      intervalMs: chargesIntervalMs,
    },
  ])
  return {
    budgets,
    sponsor: makeSponsor({
      store: budgets,
      chains,
      assets: config.network.assets,
      policies,
      now,
      onRefused: observe.refused,
    }),
    start: async () => {
      await warnOfLowLimits(chains, policies, observe)
      if (config.roles.includes('worker')) settling.start()
    },
    stop: settling.stop,
  }
}

/**
 * Only warns of limits that are too low: the relayer has to start, because a claim whose secret is public may be waiting for it.
 */
async function warnOfLowLimits(
  chains: Chains,
  policies: ReadonlyMap<string, SponsorPolicy>,
  observe: ReturnType<typeof makeObserveBudgets>,
): Promise<void> {
  const asked = [...policies].map(async ([name, policy]) => {
    const chain = chains.get(name)
    if (chain === undefined) return
    for (const reason of await findLowLimits(chain, policy)) observe.lowLimit(name, reason)
  })
  await Promise.all(asked.map((one) => one.catch(observe.failed)))
}

function policiesOf({ sponsoring }: Pick<Config, 'sponsoring'>): ReadonlyMap<string, SponsorPolicy> {
  return new Map(
    Object.entries(sponsoring).flatMap(([chain, of]) => {
      const policy = sponsorPolicyOf(of)
      return policy === undefined ? [] : [[chain, policy] as const]
    }),
  )
}
