import type { OrderStatus, RunStep } from '@tandem/sdk'

/** The state of each side of a swap, in a word. */
export type LaneWord =
  | 'wallet'
  | 'escrow'
  | 'paid'
  | 'returning'
  | 'returned'
  | 'maker'
  | 'arriving'
  | 'arrived'
  | 'none'

/** The step that an order's status tells. */
export const stepOfStatus: Readonly<Record<OrderStatus, RunStep>> = {
  created: 'initiating',
  source_initiated: 'waiting_for_market_maker',
  destination_initiated: 'revealing',
  destination_claimed: 'settling',
  bridging: 'settling',
  bridge_failed: 'settling',
  completed: 'completed',
  refundable: 'waiting_for_refund',
  cancelled: 'refunded',
  expired: 'waiting_for_expiry',
  conflict: 'waiting_for_refund',
}

/**
 * The words of both sides at a step.
 *
 * @param isOnBridge the payment crosses a bridge, which has delivered it once the swap is completed.
 */
export function laneWords(step: RunStep, isOnBridge = false): readonly [leaves: LaneWord, arrives: LaneWord] {
  switch (step) {
    case 'initiating':
      return ['wallet', 'maker']
    case 'waiting_for_market_maker':
      return ['escrow', 'maker']
    case 'revealing':
    case 'ensuring_claim':
      return ['escrow', 'arriving']
    case 'settling':
      return ['escrow', isOnBridge ? 'arriving' : 'arrived']
    case 'completed':
      return ['paid', 'arrived']
    case 'waiting_for_refund':
    case 'refunding':
      return ['returning', 'none']
    case 'refunded':
      return ['returned', 'none']
    case 'waiting_for_expiry':
    case 'ended':
      return ['wallet', 'none']
  }
}
