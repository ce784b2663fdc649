import type { Order, SwapState } from '@tandem/sdk'
import type { Settings } from './settings.ts'

/**
 * Reads the order of a saved swap from the orderbook; `undefined` if no order was made, or if the orderbook does not
 * answer.
 */
export const askOrder = async ({ orderId }: Pick<SwapState, 'orderId'>, at: Settings): Promise<Order | undefined> =>
  orderId === null
    ? undefined
    : at
        .client()
        .getOrder(orderId)
        .catch(() => undefined)
