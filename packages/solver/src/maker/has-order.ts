import { type TandemClient, TandemError } from '@tandem/sdk'

/**
 * Whether the orderbook has an order that this maker is to fill. When its answer was lost another maker may have taken the order
 * over, under the same identifier.
 *
 * @param creator the address that was promised to fund the destination.
 * @throws TandemError when the orderbook does not say.
 */
export async function hasOrder(
  client: Pick<TandemClient, 'getOrder'>,
  orderId: string,
  creator: string,
): Promise<boolean> {
  try {
    const { destination_intent: destination } = await client.getOrder(orderId)
    return destination.creator.toLowerCase() === creator.toLowerCase()
  } catch (error) {
    if (error instanceof TandemError && error.code === 'ORDER_NOT_FOUND') return false
    throw error
  }
}
