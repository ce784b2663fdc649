import type { Order } from '../client/types.ts'

/**
 * A part of a completed swap that a run could not read from its chain, because `evidence` names no endpoint of that
 * chain.
 */
export type Unverified = 'destination_claim' | 'source_claim' | 'delivery'

/** How a run ended. */
export interface RunEnd {
  /**
   * - `completed`: both sides are paid, and a hop's delivery is at depth.
   * - `paid`: the recipient's claim is at depth, so the user has nothing more to lose. The maker's side may still be
   * open.
   * - `refunded`: the source amount is back.
   * - `ended`: nothing was paid, or nothing is left to refund.
   */
  outcome: 'completed' | 'paid' | 'refunded' | 'ended'
  /** The order as it was last read. Its terms are verified; its status is what the orderbook says. */
  order: Order
  /** The parts for which only the orderbook's status speaks. Absent when the chains showed all of them. */
  unverified?: readonly Unverified[]
}

/** How a run ended, and whether the swap's saved state may be deleted. */
export interface RunResult extends RunEnd {
  /** Whether the swap's state may be deleted, and with it the secret (docs/trust.md). */
  mayForget: boolean
}
