import type { Hex } from 'viem'
import type { BudgetName, Limits, Scope } from './domain/budget.ts'

/** The charge of one piece of work on the budgets of a UTC day. */
export interface Charge {
  orderId: string
  /** The kind of the request: an order has one open charge of each. */
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

/** A charge whose work has ended, with what was mined for it. */
export interface EndedCharge {
  id: string
  chain: string
  /** Wei that are reserved. */
  reserved: bigint
  createdAt: Date
  /** Mined transactions. `most`: wei that it can have cost. `shares`: requests that it served. */
  transactions: readonly { hash: Hex; most: bigint; shares: number }[]
}

/** How much of a budget of today is used. */
export interface BudgetUse {
  chain: string
  purpose: BudgetName
  scope: Scope
  subject: string
  used: bigint
}

export interface BudgetStore {
  /**
   * Takes a charge out of its four budgets, or out of none. Work that has an open charge takes nothing more.
   *
   * @param isForced takes it whatever the limits are.
   * @returns the scope of a budget that has too little left, or nothing when it is taken.
   */
  reserve(charge: Charge, limits: Limits, isForced: boolean): Promise<Scope | undefined>
  /** Open charges whose work has ended and whose nonces are all used, or that no work came of: the oldest first. */
  ended(limit: number): Promise<EndedCharge[]>
  /** Replaces what is reserved by what was paid, once. */
  settle(id: string, wei: bigint): Promise<void>
  /** The budgets of a day that are not of one address or one user: those are too many. */
  uses(day: string): Promise<BudgetUse[]>
  /** Forgets budgets of days before this one, and settled charges from before this time. */
  prune(before: { day: string; settledAt: Date }): Promise<void>
}
