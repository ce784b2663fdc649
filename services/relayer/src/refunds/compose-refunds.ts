import type { CreateRefundWire } from '@tandem/contracts'
import type { Part } from '@tandem/service-kit'
import type { Orderbook, WorkTransactions } from '../work/ports.ts'
import { refundRoutes } from './refund.routes.ts'
import { makeSubmitRefund, type SubmitRefundDeps } from './submit-refund.ts'

type Needs = SubmitRefundDeps & {
  transactions: WorkTransactions
  orderbook: Pick<Orderbook, 'getOrder'>
}

export function composeRefunds(needs: Needs): Part {
  const refundOrder = makeSubmitRefund(needs)
  const submitRefund = async (orderId: string, body: CreateRefundWire) =>
    refundOrder(await needs.orderbook.getOrder(orderId), body)
  return { routes: [refundRoutes({ submitRefund, transactions: needs.transactions })] }
}
