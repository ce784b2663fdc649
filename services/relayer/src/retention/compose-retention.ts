import { backgroundLoops, deleteExpiredKeys, type Part } from '@tandem/service-kit'
import type { Observe } from '../admin/observe.ts'
import type { BudgetStore } from '../budgets/ports.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Clock } from '../transactions/ports.ts'
import type { Archive } from './archive.store.ts'
import { makeRetain } from './retain.ts'
import { archiveRules, budgetRules, erasureRules } from './retention-rules.ts'

const intervalMs = 600_000

type Needs = {
  config: Pick<Config, 'archiveDays'>
  database: Pick<Database, 'prisma'>
  archive: Pick<Archive, 'archive' | 'prune' | 'pruneNonces'>
  budgets: Pick<BudgetStore, 'prune'>
  observe: Pick<Observe, 'retained' | 'retentionFailed'>
  now: Clock
}

export function composeRetention({ config, database, archive, budgets, observe, now }: Needs) {
  const { prisma } = database
  const retain = makeRetain(
    [...erasureRules(prisma), ...budgetRules(budgets), ...archiveRules(archive, { archive: config.archiveDays })],
    now,
  )
  return backgroundLoops([
    {
      round: async () => {
        // Every idempotency key has its own time of expiry.
        await deleteExpiredKeys(prisma, now)
        observe.retained(await retain())
      },
      onError: observe.retentionFailed,
      intervalMs,
    },
  ]) satisfies Part
}
