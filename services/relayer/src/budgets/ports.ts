import type { Hex } from 'viem'
import type { BudgetName, Limits, Scope } from './domain/budget.ts'

export interface Charge {
  orderId: string
  /** An order has one open charge of each kind. */
  kind: string
  /** `2026-11-22`. */
  day: string
  chain: string
  purpose: BudgetName
  address: string
  asset: string
  user: string
  /** Wei to reserve. */
  wei: bigint
}

export interface EndedCharge {
  id: string
  chain: string
  /** Wei that are reserved. */
  reserved: bigint
  createdAt: Date
  /** `most`: the highest possible cost in wei. `shares`: requests served. */
  transactions: readonly { hash: Hex; most: bigint; shares: number }[]
}

export interface BudgetUse {
  chain: string
  purpose: BudgetName
  scope: Scope
  subject: string
  used: bigint
}

export interface BudgetStore {
  /**
   * Reserves in all four budgets, or in none; once per open charge.
   * @param isForced ignores the limits.
   * @returns the scope of a spent budget.
   */
  reserve(charge: Charge, limits: Limits, isForced: boolean): Promise<Scope | undefined>
  /** The oldest charges whose work is over: nonces used, or no work came. */
  ended(limit: number): Promise<EndedCharge[]>
  /** Once. */
  settle(id: string, wei: bigint): Promise<void>
  /** Without those of single addresses and users. */
  uses(day: string): Promise<BudgetUse[]>
  prune(before: { day: string; settledAt: Date }): Promise<void>
}
