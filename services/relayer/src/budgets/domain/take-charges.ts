import { type BudgetName, type Limits, type Scope, scopes } from './budget.ts'

export interface Charge {
  orderId: string
  /** An order has one open charge of each kind. */
  kind: string
  /** The UTC day of the budgets, such as `2026-11-22`. */
  day: string
  chain: string
  purpose: BudgetName
  /** The address that the work serves. */
  address: string
  /** What is reserved, in wei. */
  wei: bigint
}

export interface AskedCharge extends Charge {
  limits: Limits
  /** Whether the charge is taken whatever the limits say. */
  isForced: boolean
}

export interface BudgetKey {
  day: string
  chain: string
  purpose: BudgetName
  scope: Scope
  /** The address of an `address` budget; empty for `total`. */
  subject: string
}

export const budgetsOf = ({
  day,
  chain,
  purpose,
  address,
}: Pick<Charge, 'day' | 'chain' | 'purpose' | 'address'>): BudgetKey[] =>
  scopes.map((scope) => ({ day, chain, purpose, scope, subject: scope === 'address' ? address : '' }))

export const nameOfBudget = ({ day, chain, purpose, scope, subject }: BudgetKey): string =>
  [day, chain, purpose, scope, subject].join(' ')

export const nameOfWork = ({ orderId, kind }: Pick<Charge, 'orderId' | 'kind'>): string => `${orderId} ${kind}`

/** What became of a charge: it was taken, its work has an open charge already (`known`), or the named budget has no room. */
export type Taken = 'taken' | 'known' | Scope

/**
 * Takes the charges in turn, each into both of its budgets or into none.
 * @param used wei paid and reserved, by the name of the budget.
 * @param known the names of work that has an open charge.
 */
export function takeCharges(
  asked: readonly AskedCharge[],
  used: ReadonlyMap<string, bigint>,
  known: ReadonlySet<string>,
): Taken[] {
  const usedNow = new Map(used)
  const charged = new Set(known)
  return asked.map((charge) => {
    if (charged.has(nameOfWork(charge))) return 'known'
    const budgets = budgetsOf(charge)
    const usedOf = (budget: BudgetKey) => usedNow.get(nameOfBudget(budget)) ?? 0n
    const isFull = (budget: BudgetKey) => {
      const limit = charge.limits[budget.scope]
      return limit !== null && usedOf(budget) + charge.wei > limit
    }
    const full = charge.isForced ? undefined : budgets.find(isFull)
    if (full !== undefined) return full.scope
    charged.add(nameOfWork(charge))
    for (const budget of budgets) usedNow.set(nameOfBudget(budget), usedOf(budget) + charge.wei)
    return 'taken'
  })
}
