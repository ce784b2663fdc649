import type { Order, SwapState } from '@tandem/sdk'
import type { Settings } from './settings.ts'

/** What the orderbook says of a kept swap's order; `undefined` when the swap got no order, or no orderbook answers. */
export const askOrder = async ({ orderId }: Pick<SwapState, 'orderId'>, at: Settings): Promise<Order | undefined> =>
  orderId === null
    ? undefined
    : at
        .client()
        .getOrder(orderId)
        .catch(() => undefined)
