import type { Order } from './client/types.ts'

const changing =
  /^(status|updated_at|next_action|commitment|funded_amount|delivered_at|(bridge|delivery)_.+|(create|claim|cancel)_(tx_hash|block_number|timestamp))$/

const changesOf = (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => changing.test(field)))

/** Addresses, amounts, chains and deadlines stay as verified first. */
export const takeOver = (verified: Order, answer: Order): Order => ({
  ...verified,
  ...changesOf(answer),
  source_intent: { ...verified.source_intent, ...changesOf(answer.source_intent) },
  destination_intent: { ...verified.destination_intent, ...changesOf(answer.destination_intent) },
})
