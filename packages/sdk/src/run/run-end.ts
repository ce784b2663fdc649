import type { Order } from '../client/types.ts'

/** Without an endpoint. */
export type Unverified = 'destination_claim' | 'source_claim' | 'delivery'

export interface RunEnd {
  /**
   * `completed`: with the delivery at depth. `paid`: claimed at depth; nothing more is at stake. `ended`: nothing to
   * take back.
   */
  outcome: 'completed' | 'paid' | 'refunded' | 'ended'
  order: Order
  /** By the orderbook's word. */
  unverified?: readonly Unverified[]
}

export interface RunResult extends RunEnd {
  /** The state may be removed (docs/trust.md). */
  mayForget: boolean
}
