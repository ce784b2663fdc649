import { type CreateRefundWire, createRefundSchema, orderIdSchema, success, z } from '@tandem/contracts'
import { decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Submitted, WorkTransactions } from '../work/ports.ts'
import { refundWire } from '../work/request.wire.ts'

export interface RefundRoutesDeps {
  submitRefund: (orderId: string, body: CreateRefundWire) => Promise<Submitted>
  transactions: Pick<WorkTransactions, 'status'>
}

const refundParams = z.object({ order_id: orderIdSchema })

export function refundRoutes({ submitRefund, transactions }: RefundRoutesDeps): Router {
  const router = Router()

  router.post('/orders/:order_id/refund', async (req, res) => {
    const orderId = decodeRequest(refundParams, req.params).order_id.toLowerCase()
    const { request, isNew } = await submitRefund(orderId, decodeRequest(createRefundSchema, req.body))
    const attempts = isNew ? [] : (await transactions.status(request)).attempts
    res.status(isNew ? 202 : 200).json(success(refundWire(request, attempts)))
  })

  return router
}
