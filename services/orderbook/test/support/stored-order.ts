import type { SqlDatabase } from '@tandem/service-kit'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import type { NewOrder } from '../../src/orders/ports.ts'
import { anOrder, aQuote } from './builders.ts'
import { type ModelOrder, orderWithSecret } from './model-chain.ts'

/** Stores an order, which takes up a quote of its own. @returns its identifier. */
export async function storeOrder(sql: SqlDatabase, over: Partial<NewOrder> = {}): Promise<string> {
  const order = anOrder(over)
  const outcome = await makeOrderStore(sql).create(order, aQuote({ quoteId: order.quoteId }))
  if (outcome !== 'created') throw new Error(`the order was not stored: ${outcome}`)
  return order.orderId
}

/** Stores an order of which the test knows the secret. Its arguments are those of {@link orderWithSecret}. */
export async function storeOrderWithSecret(
  sql: SqlDatabase,
  ...terms: Parameters<typeof orderWithSecret>
): Promise<ModelOrder> {
  const made = orderWithSecret(...terms)
  await storeOrder(sql, made.order)
  return made
}
