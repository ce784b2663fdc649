import {
  createWebhookSchema,
  type DeliveryWire,
  deliveryParamsSchema,
  listDeliveriesSchema,
  success,
  type WebhookWire,
  webhookParamsSchema,
} from '@tandem/contracts'
import { AppError, apiClient, callersOf, decodeRequest, keepAnswerOf, type OpenLimit } from '@tandem/service-kit'
import { type Request, Router } from 'express'
import type { Clock } from '../ports.ts'
import type { ChallengeWebhook } from './challenge.ts'
import type { Delivery, Webhook, WebhookRegistry } from './webhook-registry.ts'

export type WebhookRoutesDeps = {
  webhooks: WebhookRegistry
  challenge: ChallengeWebhook
  /** Limits a client's challenges, because they go to a URL that may be a stranger's. */
  challengeLimit: OpenLimit
  /** Why a URL must not be requested. Undefined when the URL is good. */
  urlProblem: (url: URL) => string | undefined
  newId: () => string
  newSecret: () => string
  now: Clock
}

/** A caller sees the webhooks of its API key, or of the secret that it sends. */
export function webhookRoutes(deps: WebhookRoutesDeps): Router {
  const { webhooks, challenge, challengeLimit, urlProblem, newId, newSecret, now } = deps
  const router = Router()
  const ownerOf = (req: Request) => ({ client: apiClient(req), secret: req.get('webhook-secret') })
  const notFound = () => new AppError('WEBHOOK_NOT_FOUND', 'No webhook or delivery has this identifier.')
  const find = async (req: Request, webhookId: string) => {
    const webhook = await webhooks.find(ownerOf(req), webhookId)
    if (webhook === undefined) throw notFound()
    return webhook
  }

  router.post('/webhooks', async (req, res) => {
    const body = decodeRequest(createWebhookSchema, req.body)
    const problem = urlProblem(new URL(body.url))
    if (problem !== undefined) throw new AppError('INVALID_WEBHOOK_URL', `The URL cannot receive webhooks: ${problem}.`)
    const webhook: Webhook = {
      webhookId: newId(),
      client: apiClient(req) ?? 'open',
      url: body.url,
      eventTypes: body.event_types ?? null,
      userId: body.user_id ?? null,
      createdAt: new Date(now()),
      verifiedAt: null,
      disabledAt: null,
    }
    const secret = newSecret()
    const answer = success({ ...webhookWire(webhook), secret })
    const keepAnswer = keepAnswerOf(res)
    await webhooks.create(
      webhook,
      secret,
      apiClient(req) === undefined ? callersOf(req) : [],
      keepAnswer && ((tx) => keepAnswer(tx, { status: 201, location: null, body: answer })),
    )
    res.status(201).json(answer)
  })

  router.get('/webhooks', async (req, res) => {
    res.json(success({ data: (await webhooks.list(ownerOf(req))).map(webhookWire) }))
  })

  router.delete('/webhooks/:webhook_id', async (req, res) => {
    const webhook = await find(req, decodeRequest(webhookParamsSchema, req.params).webhook_id)
    await webhooks.remove(webhook.webhookId)
    res.json(success(webhookWire(webhook)))
  })

  router.post('/webhooks/:webhook_id/challenge', async (req, res) => {
    const webhook = await find(req, decodeRequest(webhookParamsSchema, req.params).webhook_id)
    if (webhook.verifiedAt !== null) return void res.json(success(webhookWire(webhook)))
    await challengeLimit.take(req)
    const verified = await challenge(webhook)
    if (verified === undefined) throw notFound()
    res.json(success(webhookWire(verified)))
  })

  router.post('/webhooks/:webhook_id/enable', async (req, res) => {
    const { webhookId } = await find(req, decodeRequest(webhookParamsSchema, req.params).webhook_id)
    res.json(success(webhookWire(await webhooks.enable(webhookId))))
  })

  router.get('/webhooks/:webhook_id/deliveries', async (req, res) => {
    const { webhookId } = await find(req, decodeRequest(webhookParamsSchema, req.params).webhook_id)
    const { status, before_seq: beforeSeq } = decodeRequest(listDeliveriesSchema, req.query)
    res.json(success({ data: (await webhooks.deliveries(webhookId, { status, beforeSeq })).map(deliveryWire) }))
  })

  router.post('/webhooks/:webhook_id/deliveries/:delivery_id/redeliver', async (req, res) => {
    const params = decodeRequest(deliveryParamsSchema, req.params)
    const { webhookId } = await find(req, params.webhook_id)
    const delivery = await webhooks.redeliver(webhookId, params.delivery_id, new Date(now()))
    if (delivery === undefined) throw notFound()
    res.status(202).json(success(deliveryWire(delivery)))
  })

  return router
}

function statusOf({ verifiedAt, disabledAt }: Webhook): WebhookWire['status'] {
  if (verifiedAt === null) return 'pending'
  return disabledAt === null ? 'active' : 'disabled'
}

function webhookWire(webhook: Webhook): WebhookWire {
  return {
    webhook_id: webhook.webhookId,
    url: webhook.url,
    event_types: webhook.eventTypes === null ? null : [...webhook.eventTypes],
    user_id: webhook.userId,
    status: statusOf(webhook),
    created_at: webhook.createdAt.toISOString(),
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
  }
}

function deliveryWire(delivery: Delivery): DeliveryWire {
  return {
    delivery_id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    seq: delivery.seq,
    order_id: delivery.orderId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
  }
}
