import type { Logger } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'
import type { DeliveryOutcome, DueDelivery } from './dispatcher.ts'
import type { SendResult } from './send.ts'

export type WebhookObserver = {
  attempted(delivery: DueDelivery, result: SendResult, outcome: DeliveryOutcome): void
  disabled(delivery: DueDelivery): void
}

export function observeWebhooks(logger: Logger, registry: Registry): WebhookObserver {
  const attempts = new Counter({
    name: 'orderbook_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // Each series begins with zero, because an alert sees no increase in one that begins with its
  // first event.
  for (const outcome of ['delivered', 'pending', 'failed'] satisfies DeliveryOutcome['status'][])
    attempts.inc({ outcome }, 0)
  const webhooksDisabled = new Counter({
    name: 'orderbook_webhooks_disabled_total',
    help: 'Webhooks that were disabled, because their deliveries failed for three days.',
    registers: [registry],
  })
  return {
    disabled: ({ webhookId }) => {
      webhooksDisabled.inc()
      logger.warn('webhook.disabled', { webhook_id: webhookId })
    },
    attempted: (delivery, result, outcome) => {
      attempts.inc({ outcome: outcome.status })
      if (outcome.status === 'delivered') return
      const { deliveryId, event } = delivery
      const facts = { delivery_id: deliveryId, seq: event.seq, status_code: result.statusCode, reason: result.error }
      logger.warn(outcome.status === 'failed' ? 'webhook.given_up' : 'webhook.not_accepted', facts)
    },
  }
}
