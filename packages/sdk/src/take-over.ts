import type { Order } from './client/types.ts'

/** The fields of an order and of its sides that events change. Everything else was agreed on, and stays. */
const changing =
  /^(status|updated_at|next_action|commitment|funded_amount|delivered_at|(bridge|delivery)_.+|(create|claim|cancel)_(tx_hash|block_number|timestamp))$/

const changesOf = (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => changing.test(field)))

/**
 * A later answer of the orderbook about an order, as far as it is believed: what happened is taken over, and addresses,
 * amounts, chains and deadlines stay those that were verified first, to the letter.
 *
 * @param verified the order as it was verified first.
 * @param answer verified too.
 */
export const takeOver = (verified: Order, answer: Order): Order => ({
  ...verified,
  ...changesOf(answer),
  source_intent: { ...verified.source_intent, ...changesOf(answer.source_intent) },
  destination_intent: { ...verified.destination_intent, ...changesOf(answer.destination_intent) },
})
