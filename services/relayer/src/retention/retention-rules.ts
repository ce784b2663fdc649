import { utcDay } from '../budgets/domain/budget.ts'
import type { BudgetStore } from '../budgets/ports.ts'
import type { PrismaClient } from '../db/client.ts'
import type { Archive } from './archive.store.ts'
import { eraseSecrets, eraseSignedBytes } from './erase-secrets.ts'
import type { RetentionRule } from './retain.ts'

/**
 * Days after its end when a request's secret and signed bytes are erased. The statement that ends a request erases them
 * already; this rule is for a request for which that failed.
 */
const secretDays = 1
/** The days after which an ended request is archived. */
const requestDays = 30
/** How many days budgets are kept, so that operators can say what was spent on whom. */
const budgetDays = 30

export const erasureRules = (prisma: PrismaClient): RetentionRule<'secrets' | 'raws'>[] => [
  { rows: 'secrets', days: secretDays, remove: (before) => eraseSecrets(prisma, before) },
  { rows: 'raws', days: secretDays, remove: (before) => eraseSignedBytes(prisma, before) },
]

export const budgetRules = (budgets: Pick<BudgetStore, 'prune'>): RetentionRule<'budgets'>[] => [
  {
    rows: 'budgets',
    days: budgetDays,
    remove: async (settledAt) => {
      await budgets.prune({ day: utcDay(settledAt.getTime()), settledAt })
      return 0
    },
  },
]

/** Requests are archived, then deleted from the archive. Nonces are those of gap-filling transactions alone. */
export const archiveRules = (
  archive: Pick<Archive, 'archive' | 'prune' | 'pruneNonces'>,
  days: { requests?: number; archive: number },
): RetentionRule<'archived' | 'deleted' | 'nonces'>[] => [
  { rows: 'archived', days: days.requests ?? requestDays, remove: archive.archive },
  { rows: 'deleted', days: days.archive, remove: archive.prune },
  { rows: 'nonces', days: days.requests ?? requestDays, remove: archive.pruneNonces },
]
