import type { Logger } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'
import { receiptOf } from './orders/domain/order.ts'
import type { NewOrder } from './orders/ports.ts'
import type { DeliveryOutcome, DueDelivery } from './webhooks/dispatcher.ts'
import type { SendResult } from './webhooks/send.ts'

/** One named call per event. */
export type Observe = {
  orderCreated(order: NewOrder): void
  webhookAttempted(delivery: DueDelivery, result: SendResult, outcome: DeliveryOutcome): void
  webhookDisabled(delivery: DueDelivery): void
  maintenanceFailed(error: unknown): void
}

export function makeObserve(logger: Logger, registry: Registry): Observe {
  const ordersCreated = new Counter({
    name: 'orderbook_orders_created_total',
    help: 'Orders created.',
    labelNames: ['source_chain', 'dest_chain'],
    registers: [registry],
  })
  const webhookAttempts = new Counter({
    name: 'orderbook_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // A series that begins with its first event shows alerts no increase.
  for (const outcome of ['delivered', 'pending', 'failed'] satisfies DeliveryOutcome['status'][])
    webhookAttempts.inc({ outcome }, 0)
  const webhooksDisabled = new Counter({
    name: 'orderbook_webhooks_disabled_total',
    help: 'Webhooks disabled after three days of failures.',
    registers: [registry],
  })
  return {
    webhookDisabled: ({ webhookId }) => {
      webhooksDisabled.inc()
      logger.warn('webhook.disabled', { webhook_id: webhookId })
    },
    webhookAttempted: (delivery, result, outcome) => {
      webhookAttempts.inc({ outcome: outcome.status })
      if (outcome.status === 'delivered') return
      const { deliveryId, event } = delivery
      const facts = { delivery_id: deliveryId, seq: event.seq, status_code: result.statusCode, reason: result.error }
      logger.warn(outcome.status === 'failed' ? 'webhook.given_up' : 'webhook.not_accepted', facts)
    },
    orderCreated: (order) => {
      const { orderId, source, destination } = order
      const receipt = receiptOf(order)
      ordersCreated.inc({ source_chain: source.chain, dest_chain: receipt.chain })
      logger.info('order.created', {
        order_id: orderId,
        source_asset: source.asset,
        dest_asset: receipt.asset,
        source_swap_id: source.swapId,
        dest_swap_id: destination.swapId,
      })
    },
    maintenanceFailed: (error) => logger.error('maintenance.failed', { error }),
  }
}
