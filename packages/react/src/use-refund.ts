import { type Order, type Refunded, refundOrder } from '@tandem/sdk'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectedWallet } from './connected-wallet.ts'
import { useTandem } from './provider.ts'
import { inTurnOf } from './wallet-turns.ts'

export interface UseRefundVariables extends ConnectedWallet {
  order: Order
}

/** Without the secret: past `cancel_after`, or from a vault that was never created. */
export function useRefund(): UseMutationResult<Refunded, Error, UseRefundVariables> {
  const { network, evidence } = useTandem()
  const queries = useQueryClient()
  return useMutation<Refunded, Error, UseRefundVariables>({
    mutationFn: ({ order, wallet, switchChain = false }) =>
      refundOrder(order, wallet, network, { evidence, switchChain, inTurn: inTurnOf({ wallet }) }),
    onSuccess: (_, { order }) => queries.invalidateQueries({ queryKey: ['tandem', 'order', order.order_id] }),
  })
}
