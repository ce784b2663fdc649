import type { Hex } from 'viem'
import type { BudgetName, Limits, Shortage } from './domain/budget.ts'
import type { Charge } from './domain/take-charges.ts'

export interface EndedCharge {
  id: string
  chain: string
  /** What is reserved for the work, in wei. */
  reserved: bigint
  /** When the money was reserved, or reserved again. */
  createdAt: Date
  /**
   * The mined transactions of the work. `most`: the highest possible cost in wei. `shares`: how many requests share the
   * transaction.
   */
  transactions: readonly { hash: Hex; most: bigint; shares: number }[]
}

/** What is used of a chain's budget for one purpose, in wei: paid and reserved together. */
export interface BudgetUse {
  chain: string
  purpose: BudgetName
  used: bigint
}

export interface BudgetStore {
  /**
   * Reserves the charge in both of its budgets, or in neither. Work that has an open charge is not charged again.
   * @param isForced reserves whatever the limits say.
   * @returns the budget that has no room for the charge; undefined when it is reserved.
   */
  reserve(charge: Charge, limits: Limits, isForced: boolean): Promise<Shortage | undefined>
  /** The oldest open charges whose work is over, with no nonce left open, or was never stored. */
  ended(limit: number): Promise<EndedCharge[]>
  /**
   * Replaces a charge's reservation by what was paid. Does nothing for a charge that is settled, or was reserved again since it
   * was read.
   */
  settle(charge: Pick<EndedCharge, 'id' | 'createdAt'>, wei: bigint): Promise<void>
  uses(day: string): Promise<BudgetUse[]>
  prune(before: { day: string; settledAt: Date }): Promise<void>
}
