import type { OrderStatus, RunStep } from '@tandem/sdk'

/** Where the money of one side of a swap is. The first five are of the side that the user gives, the others of what arrives. */
export type SideState =
  | 'wallet'
  | 'escrow'
  | 'paid'
  | 'returning'
  | 'returned'
  | 'maker'
  | 'arriving'
  | 'arrived'
  | 'none'

/** The step of a swap that this browser does not run, by the status of its order. */
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
 * Returns where the money of both sides is at a step.
 * @param isOnBridge whether the payment crosses a bridge. Then it has arrived only when the swap is completed.
 */
export function sideStates(step: RunStep, isOnBridge = false): readonly [leaves: SideState, arrives: SideState] {
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
