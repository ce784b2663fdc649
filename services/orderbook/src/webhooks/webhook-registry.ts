import type { DeliveryWire, OrderEventWire } from '@tandem/contracts'
import type { Caller } from '@tandem/service-kit'
import type { Transaction } from '../ports.ts'

export type Webhook = {
  readonly webhookId: string
  /** The client who registered the webhook: the first digits of its API key's hash, or `open`. */
  readonly client: string
  readonly url: string
  readonly eventTypes: readonly OrderEventWire['type'][] | null
  readonly userId: string | null
  readonly createdAt: Date
  /** When the endpoint answered the challenge. Null until then. */
  readonly verifiedAt: Date | null
  /** When the webhook was given up. Null while it works. */
  readonly disabledAt: Date | null
}

/** How a caller shows that a webhook is its own: by its API key, or by the webhook's secret. */
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
   * Registers a webhook.
   * @param networks the networks of a caller without an API key, the narrowest first, for the limits of webhooks.
   * @param withWebhook runs in the transaction; the webhook is not stored when it fails.
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
   * @returns undefined when the webhook has been deleted.
   * @throws Error when no key opens the secret.
   */
  secretOf(webhook: Webhook): Promise<string | undefined>
  /**
   * Lets events be sent to the webhook from now on.
   * @returns undefined when the webhook has been deleted.
   */
  markVerified(webhookId: string, now: Date): Promise<Webhook | undefined>
  /** Enables a webhook that was given up. Its pending deliveries are sent too. */
  enable(webhookId: string): Promise<Webhook>
  remove(webhookId: string): Promise<void>
  deliveries(webhookId: string, filter: DeliveryFilter): Promise<Delivery[]>
  /** Makes a delivery due again. Its log keeps the earlier attempts. */
  redeliver(webhookId: string, deliveryId: string, now: Date): Promise<Delivery | undefined>
}
