import type { DeliveryWire, OrderEventWire } from '@tandem/contracts'
import type { Caller } from '@tandem/service-kit'
import type { Transaction } from '../ports.ts'

export type Webhook = {
  readonly webhookId: string
  /** An API key's mark, or `open`. */
  readonly client: string
  readonly url: string
  readonly eventTypes: readonly OrderEventWire['type'][] | null
  readonly userId: string | null
  readonly createdAt: Date
  /** When its endpoint answered the challenge; null until it has. */
  readonly verifiedAt: Date | null
  /** Null while it works. */
  readonly disabledAt: Date | null
}

/** An API key's mark, or the webhook's secret. */
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
   * @param networks of a caller without an API key, the narrowest first, for the limits of webhooks.
   * @param withWebhook joins the transaction.
   */
  create(
    webhook: Webhook,
    secret: string,
    networks: readonly Caller[],
    withWebhook?: (tx: Transaction) => Promise<void>,
  ): Promise<void>
  list(owner: WebhookOwner): Promise<Webhook[]>
  find(owner: WebhookOwner, webhookId: string): Promise<Webhook | undefined>
  /**
   * @returns undefined when the webhook was deleted meanwhile.
   * @throws Error for a secret that no key opens.
   */
  secretOf(webhook: Webhook): Promise<string | undefined>
  /**
   * Lets events be sent to the webhook from now on.
   * @returns undefined when it was deleted meanwhile.
   */
  markVerified(webhookId: string, now: Date): Promise<Webhook | undefined>
  /** First the deliveries that were pending. */
  enable(webhookId: string): Promise<Webhook>
  remove(webhookId: string): Promise<void>
  deliveries(webhookId: string, filter: DeliveryFilter): Promise<Delivery[]>
  /** The log keeps the attempts. */
  redeliver(webhookId: string, deliveryId: string, now: Date): Promise<Delivery | undefined>
}
