import { hashSecret } from '@tandem/escrow'
import { type Address, isAddressEqual } from 'viem'
import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import type { SwapState } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'
import { verifyOrder } from './verify-order.ts'

/**
 * Checks that an order belongs to a swap: it must be what was asked for, with the same id and the same vaults as
 * before.
 *
 * @throws `UNVERIFIED`.
 */
export function verifySwap(order: Order, state: SwapState, network: KnownNetwork): void {
  verifyOrder(order, { ...state, commitmentHash: hashSecret(state.secret) }, network)
  const { orderId, vaults } = state
  const isSameOrder = orderId === null || order.order_id === orderId
  const isSameEscrows =
    vaults === undefined ||
    (isAddressEqual(vaults.source, order.source_intent.swap_id as Address) &&
      isAddressEqual(vaults.destination, order.destination_intent.swap_id as Address))
  if (!isSameOrder || !isSameEscrows)
    throw new TandemError('UNVERIFIED', 'the orderbook answers with another order than the one that was verified')
}

const changing =
  /^(status|updated_at|next_action|commitment|funded_amount|delivered_at|(bridge|delivery)_.+|(create|claim|cancel)_(tx_hash|block_number|timestamp))$/

const changesOf = (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => changing.test(field)))

/**
 * Takes only those fields from an answer of the orderbook that change in the course of a swap, such as the status.
 * Addresses, amounts, chains and deadlines stay as they were verified.
 */
export const mergeAnswer = (verified: Order, answer: Order): Order => ({
  ...verified,
  ...changesOf(answer),
  source_intent: { ...verified.source_intent, ...changesOf(answer.source_intent) },
  destination_intent: { ...verified.destination_intent, ...changesOf(answer.destination_intent) },
})
