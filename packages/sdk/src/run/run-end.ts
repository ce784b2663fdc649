import type { Order } from '../client/types.ts'

/** A part of a swap's end that a run did not see on chain, because no endpoint of that part's chain was given. */
export type Unverified = 'destination_claim' | 'source_claim' | 'delivery'

/** How a run ended. */
export interface RunEnd {
  /**
   * - `completed`: both sides are paid; of a hop, the delivery is at its depth.
   * - `paid`: the recipient's claim is at its depth, and nothing more is at stake. It was not shown that the swap is complete.
   * - `refunded`: the source amount is back.
   * - `ended`: there is nothing to take back.
   */
  outcome: 'completed' | 'paid' | 'refunded' | 'ended'
  /** The order as last read. Its terms are verified; its status is the orderbook's word. */
  order: Order
  /** The parts that are true by the orderbook's word alone; absent where the chains showed all. */
  unverified?: readonly Unverified[]
}

/** How a run ended, and whether its state is needed any longer. */
export interface RunResult extends RunEnd {
  /** Whether the swap's state, and with it the secret, may be removed from the store (docs/trust.md). */
  mayForget: boolean
}
