import { hashSecret } from '@tandem/escrow'
import type { Order } from './client/types.ts'
import type { SwapOptions, SwapState } from './swap-state.ts'

/** Makes the order, or returns the one that an earlier call has made: its answer may have been lost. */
export async function createOrder(state: SwapState, { client }: SwapOptions): Promise<Order> {
  const commitmentHash = hashSecret(state.secret)
  const { data } = await client.listOrders({ commitment_hash: commitmentHash })
  const existing = data[0]
  if (existing !== undefined) return existing
  const { quote } = state
  return client.createOrder(
    {
      user_id: state.userId,
      quote_id: quote.quote_id,
      source: { ...quote.source, recipient: state.sourceAddress },
      destination: { ...quote.destination, recipient: state.destinationAddress },
      commitment_hash: commitmentHash,
    },
    { idempotencyKey: `order-${commitmentHash.slice(2)}` },
  )
}
