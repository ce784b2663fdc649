import { type Order, type TandemClient, TandemError } from '@tandem/sdk'

/**
 * Reads an order that was accepted on a promise.
 *
 * @returns `undefined` when there is no such order, or when it names another maker.
 * @throws TandemError
 */
export async function promisedOrder(
  client: Pick<TandemClient, 'getOrder'>,
  orderId: string,
  creator: string,
): Promise<Order | undefined> {
  try {
    const order = await client.getOrder(orderId)
    return order.destination_intent.creator.toLowerCase() === creator.toLowerCase() ? order : undefined
  } catch (error) {
    if (error instanceof TandemError && error.code === 'ORDER_NOT_FOUND') return undefined
    throw error
  }
}
