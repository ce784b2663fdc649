import { type Order, type Refunded, refundOrder } from '@tandem/sdk'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import { inTurnOf } from './wallet-turns.ts'

/** The order whose source amount is taken back, and the wallet that sends the transaction. */
export interface UseRefundVariables extends ConnectedWallet {
  order: Order
}

/**
 * Takes the source amount of an order back without its secret. That works once `cancel_after` has passed, or where tokens were
 * sent to a vault that was never created. The contract pays the creator of the escrow, whichever wallet sends the transaction.
 * @returns a mutation. It fails with a `TandemError` such as `NOT_CANCELLABLE_YET`, `WRONG_CHAIN` or `UNVERIFIED` (the vault's
 * address does not follow from the order's terms, and nothing was sent), or with an error of viem.
 * @example
 * const { mutate: takeBack, error } = useRefund()
 * takeBack({ order, wallet })
 */
export function useRefund(): UseMutationResult<Refunded, Error, UseRefundVariables> {
  const { network, evidence } = useTandem()
  const queries = useQueryClient()
  return useMutation<Refunded, Error, UseRefundVariables>({
    mutationFn: ({ order, wallet, switchChain = false }) =>
      refundOrder(order, wallet, network, { evidence, switchChain, inTurn: inTurnOf({ wallet }) }),
    onSuccess: (_, { order }) => queries.invalidateQueries({ queryKey: ['tandem', 'order', order.order_id] }),
  })
}
