import { type Order, type TandemClient, TandemError } from '@tandem/sdk'

/**
 * The order of the orderbook that this maker is to fill, or `undefined` where there is none, or the orderbook names another maker.
 *
 * @param creator the address that was promised to fund the destination.
 * @throws TandemError when the orderbook does not say.
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
