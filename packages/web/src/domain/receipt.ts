import type { IntentWire, OrderWire } from '@tandem/contracts'

/** The asset that the user receives, and its chain. `amount` in the base units of `asset`. */
export interface Receipt {
  chain: string
  asset: string
  amount: string
}

type Receiving = Pick<OrderWire, 'receives'> & {
  destination_intent: Pick<IntentWire, 'chain' | 'final_chain' | 'asset' | 'amount'>
}

/**
 * The receipt of an order in the end. On a hop it is less than the escrow on the hub holds: the bridge's fee comes off,
 * and the token on the final chain may have other decimals.
 */
export function receiptOf({ receives, destination_intent: destination }: Receiving): Receipt {
  return receives ?? { ...destination, chain: destination.final_chain ?? destination.chain }
}
