import type { Hex } from 'viem'
import type { BudgetName, Limits, Shortage } from './domain/budget.ts'
import type { Charge } from './domain/take-charges.ts'

export interface EndedCharge {
  id: string
  chain: string
  /** Wei that are reserved. */
  reserved: bigint
  /** When it was reserved, or reserved anew. */
  createdAt: Date
  /** `most`: the highest possible cost in wei. `shares`: requests served. */
  transactions: readonly { hash: Hex; most: bigint; shares: number }[]
}

/** Of a chain's budget for one purpose, in wei: paid, and reserved. */
export interface BudgetUse {
  chain: string
  purpose: BudgetName
  used: bigint
}

export interface BudgetStore {
  /**
   * Reserves in both budgets, or in none; once per open charge.
   * @param isForced ignores the limits.
   * @returns the budget that it does not fit into.
   */
  reserve(charge: Charge, limits: Limits, isForced: boolean): Promise<Shortage | undefined>
  /** The oldest charges whose work is over: nonces used, or no work came. */
  ended(limit: number): Promise<EndedCharge[]>
  /** Once, and not when it was reserved anew since it was read. */
  settle(charge: Pick<EndedCharge, 'id' | 'createdAt'>, wei: bigint): Promise<void>
  uses(day: string): Promise<BudgetUse[]>
  prune(before: { day: string; settledAt: Date }): Promise<void>
}
