import type { DeliveryWire, OrderEventWire } from '@tandem/contracts'
import type { Transaction } from './ports.ts'

export type Webhook = {
  readonly webhookId: string
  /** Whose it is: an API key's mark, or `open`. */
  readonly client: string
  readonly url: string
  /** Null: every type. */
  readonly eventTypes: readonly OrderEventWire['type'][] | null
  /** Null: every user's orders. */
  readonly userId: string | null
  readonly createdAt: Date
  /** Since when nothing is sent, because it failed for days; null while it works. */
  readonly disabledAt: Date | null
}

/** The client that asks: an API key's mark, or, without keys, the secret of the webhook. */
export type WebhookOwner = { readonly client: string | undefined; readonly secret: string | undefined }

export type Delivery = {
  readonly deliveryId: string
  readonly webhookId: string
  readonly seq: number
  readonly orderId: string
  readonly eventType: OrderEventWire['type']
  readonly status: DeliveryWire['status']
  readonly attempts: DeliveryWire['attempts']
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
}

export type DeliveryFilter = { status?: Delivery['status'] | undefined; beforeSeq?: number | undefined }

export interface WebhookRegistry {
  /**
   * Events from now on are sent to it.
   *
   * @param network hash of the network that registers it without an API key: so many webhooks of it may have one URL.
   * @param withWebhook what else is stored in the same transaction; its failure undoes the webhook.
   */
  create(
    webhook: Webhook,
    secret: string,
    network: string | null,
    withWebhook?: (tx: Transaction) => Promise<void>,
  ): Promise<void>
  list(owner: WebhookOwner): Promise<Webhook[]>
  find(owner: WebhookOwner, webhookId: string): Promise<Webhook | undefined>
  /** Sends to it again: first what was pending when it was disabled. */
  enable(webhookId: string): Promise<Webhook>
  remove(webhookId: string): Promise<void>
  /** Newest first. */
  deliveries(webhookId: string, filter: DeliveryFilter): Promise<Delivery[]>
  /** Queues it as if it had never been tried; the log keeps the attempts. */
  redeliver(webhookId: string, deliveryId: string, now: Date): Promise<Delivery | undefined>
}
