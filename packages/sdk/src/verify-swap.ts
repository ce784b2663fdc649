import { hashSecret } from '@tandem/escrow'
import { type Address, isAddressEqual } from 'viem'
import type { Order } from './client/types.ts'
import type { KnownNetwork } from './known-network.ts'
import type { SwapState } from './swap-state.ts'
import { TandemError } from './tandem-error.ts'
import { verifyOrder } from './verify-order.ts'

/** @throws `UNVERIFIED`. */
export function verifySwap(order: Order, state: SwapState, network: KnownNetwork): void {
  const { startedAt } = state
  verifyOrder(
    order,
    { ...state, commitmentHash: hashSecret(state.secret), ...(startedAt === undefined ? {} : { startedAt }) },
    network,
  )
  const { orderId, vaults } = state
  const isSameOrder = orderId === null || order.order_id === orderId
  const isSameEscrows =
    vaults === undefined ||
    (isAddressEqual(vaults.source, order.source_intent.swap_id as Address) &&
      isAddressEqual(vaults.destination, order.destination_intent.swap_id as Address))
  if (!isSameOrder || !isSameEscrows)
    throw new TandemError('UNVERIFIED', 'the orderbook answers with another order than the one that was verified')
}
