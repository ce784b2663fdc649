import { createHash } from 'node:crypto'
import { type DeliveryWire, MAX_DELIVERIES, MAX_WEBHOOKS } from '@tandem/contracts'
import { AppError, type Caller, type SecretBox } from '@tandem/service-kit'
import { type Db, type PrismaClient, sqlOf } from '../../db/client.ts'
import { type WebhookDelivery as DeliveryRow, Prisma, type Webhook as WebhookRow } from '../../db/generated/client.ts'
import { takeLockOf } from '../../db/locks.ts'
import { sequenceEvents } from '../../events/db/event.store.ts'
import { newestSeq } from '../../events/db/newest-seq.ts'
import type { Delivery, Webhook, WebhookOwner, WebhookRegistry } from '../webhook-registry.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

/**
 * How many webhooks one URL may have, without its query: a client with a key may distinguish its users by the query.
 * Without a key each network counts as a client, so that strangers cannot use up the places of a URL's owner.
 */
const maxOfOneUrl = { open: 5, keyed: 1_000 }
/** How many webhooks one client may have, because each event makes a delivery for each of them. */
const maxInAll = { open: 100, keyed: MAX_WEBHOOKS }
/** How many webhooks may be registered without an API key, from all networks together. */
export const maxOpen = 10_000

/** The URL without its query. */
const targetOf = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/**
 * The webhooks of a caller. Whoever has the secret owns a webhook that was registered without an API key, even when
 * registrations need a key by now.
 */
const ownedBy = ({ client, secret }: WebhookOwner) => {
  const bySecret = secret === undefined ? [] : [{ client: 'open', secretHash: hashOf(secret) }]
  return { OR: client === undefined ? bySecret : [{ client }, ...bySecret] }
}

const createIn =
  (prisma: PrismaClient, box: SecretBox | undefined): WebhookRegistry['create'] =>
  async (webhook, secret, networks, withWebhook) => {
    if (box === undefined) {
      throw new AppError('UNAVAILABLE', 'Webhooks are not offered here: there is no key to keep their secrets with.')
    }
    const kept = sealSecret(box, webhook, secret)
    await sequenceEvents(prisma)
    const { client, url, eventTypes } = webhook
    const kind = client === 'open' ? 'open' : 'keyed'
    const [networkHash = null, ...widerHashes] = networks.map(({ name }) => hashOf(name))
    await prisma.$transaction(async (tx) => {
      // Registrations of one client run one after the other, so that they can be counted. All callers without a key are
      // one client here.
      await takeLockOf(tx, `tandem-webhooks:${client}`)
      if (client === 'open') await refuseCrowd(tx, networks)
      await refuseMore(tx, { client, target: targetOf(url), networkHash }, kind)
      await tx.webhook.create({
        data: {
          ...webhook,
          eventTypes: eventTypes === null ? Prisma.DbNull : [...eventTypes],
          secret: kept,
          secretHash: hashOf(secret),
          afterSeq: await newestSeq(tx),
          target: targetOf(url),
          networkHash,
          widerHashes,
        },
      })
      await withWebhook?.(sqlOf(tx))
    })
  }

/** @throws AppError when the client, or its network, has as many webhooks as are allowed, in all or for this URL. */
async function refuseMore(
  tx: Db,
  { client, target, networkHash }: { client: string; target: string; networkHash: string | null },
  kind: 'open' | 'keyed',
): Promise<void> {
  const [most, ofUrl] = [maxInAll[kind], maxOfOneUrl[kind]]
  const ofClient = networkHash === null ? { client } : { client, networkHash }
  if ((await tx.webhook.count({ where: ofClient, take: most })) === most)
    throw new AppError('INVALID_WEBHOOK_URL', `You have ${most} webhooks already.`)
  if ((await tx.webhook.count({ where: { client, target, networkHash }, take: ofUrl })) === ofUrl)
    throw new AppError('INVALID_WEBHOOK_URL', `The URL has ${ofUrl} webhooks already.`)
}

/** How long an owner may take to prove a webhook's URL. Until then the webhook counts against the limits. */
const verifyWithinMs = 3_600_000

/** Deletes the webhooks whose URL nobody has proven in time. */
export async function deleteUnverified(prisma: PrismaClient, nowMs: number): Promise<void> {
  const before = new Date(nowMs - verifyWithinMs)
  await prisma.webhook.deleteMany({ where: { verifiedAt: null, createdAt: { lt: before } } })
}

export function makeWebhookStore(
  { prisma, lists = prisma }: { prisma: PrismaClient; lists?: PrismaClient },
  box: SecretBox | undefined,
): WebhookRegistry {
  return {
    create: createIn(prisma, box),
    list: async (owner) =>
      (await lists.webhook.findMany({ where: ownedBy(owner), orderBy: { createdAt: 'asc' } })).map(webhookOf),
    find: async (owner, webhookId) => {
      const row = await prisma.webhook.findFirst({ where: { ...ownedBy(owner), webhookId } })
      return row === null ? undefined : webhookOf(row)
    },
    secretOf: async (webhook) => {
      const row = await prisma.webhook.findUnique({ where: { webhookId: webhook.webhookId } })
      return row === null ? undefined : openSecret(box, webhook, row.secret)
    },
    markVerified: async (webhookId, now) => {
      await sequenceEvents(prisma)
      const [row] = await prisma.webhook.updateManyAndReturn({
        where: { webhookId },
        data: { verifiedAt: now, afterSeq: await newestSeq(prisma) },
      })
      return row === undefined ? undefined : webhookOf(row)
    },
    enable: async (webhookId) => {
      const data = { disabledAt: null, failures: 0, failingSince: null, pausedUntil: null }
      return webhookOf(await prisma.webhook.update({ where: { webhookId }, data }))
    },
    remove: async (webhookId) => {
      await prisma.webhook.deleteMany({ where: { webhookId } })
    },
    deliveries: async (webhookId, { status, beforeSeq }) => {
      const rows = await lists.webhookDelivery.findMany({
        where: {
          webhookId,
          ...(status === undefined ? {} : { status }),
          ...(beforeSeq === undefined ? {} : { seq: { lt: beforeSeq } }),
        },
        orderBy: { seq: 'desc' },
        take: MAX_DELIVERIES,
      })
      return rows.map(deliveryOf)
    },
    redeliver: async (webhookId, deliveryId, now) => {
      const changed = await prisma.webhookDelivery.updateMany({
        where: { webhookId, deliveryId },
        data: { status: 'pending', tries: 0, nextAttemptAt: now },
      })
      if (changed.count === 0) return undefined
      return deliveryOf(await prisma.webhookDelivery.findUniqueOrThrow({ where: { deliveryId } }))
    },
  }
}

/** @throws AppError when there are too many webhooks without a key, in all or from a wide network. */
async function refuseCrowd(tx: Db, [, ...wider]: readonly Caller[]): Promise<void> {
  if ((await tx.webhook.count({ where: { client: 'open' }, take: maxOpen })) === maxOpen) {
    throw new AppError('UNAVAILABLE', 'No more webhooks are taken without an API key.', { retryAfterSecs: 3_600 })
  }
  for (const { name, times } of wider) {
    const most = maxInAll.open * times
    const ofNetwork = { client: 'open', widerHashes: { has: hashOf(name) } }
    if ((await tx.webhook.count({ where: ofNetwork, take: most })) === most)
      throw new AppError('INVALID_WEBHOOK_URL', `Your network has ${most} webhooks already.`)
  }
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    webhookId: row.webhookId,
    client: row.client,
    url: row.url,
    eventTypes: row.eventTypes as Webhook['eventTypes'],
    userId: row.userId,
    createdAt: row.createdAt,
    verifiedAt: row.verifiedAt,
    disabledAt: row.disabledAt,
  }
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    deliveryId: row.deliveryId,
    webhookId: row.webhookId,
    seq: Number(row.seq),
    orderId: row.orderId,
    eventType: row.eventType as Delivery['eventType'],
    status: row.status as Delivery['status'],
    attempts: row.attempts as DeliveryWire['attempts'],
    nextAttemptAt: row.nextAttemptAt,
    createdAt: row.createdAt,
  }
}
