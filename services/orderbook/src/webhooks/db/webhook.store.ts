import { createHash } from 'node:crypto'
import { makeRangeSize } from '@tandem/chain'
import { type DeliveryWire, MAX_DELIVERIES, MAX_WEBHOOKS } from '@tandem/contracts'
import { AppError, type Caller, command, type SecretBox, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { execute, type PrismaClient, rowsOf } from '../../db/client.ts'
import type { WebhookDelivery as DeliveryRow, Webhook as WebhookRow } from '../../db/generated/client.ts'
import { locks, takeLock } from '../../db/locks.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { factOf, sequenceEvents } from '../../events/db/event.store.ts'
import type { DeliveryQueue, DueDelivery, TakeLimits } from '../dispatcher.ts'
import type { Delivery, Webhook, WebhookOwner, WebhookRegistry } from '../webhook-registry.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

/** Per transaction. */
const fanOutDeliveries = 10_000
const mostEventsAtOnce = 5_000
/** Prisma would end it after five seconds. */
const fanOutTimeout = { timeout: 25_000, maxWait: 5_000 }

/** What a webhook must be for events to be queued for it. */
const isSentTo = 'verified_at IS NOT NULL AND disabled_at IS NULL'

const nextRange = statement('eventRange first last hooks after_hook')(`
SELECT first::float8, least(first + CASE WHEN after_hook IS NULL THEN $1 ELSE 1 END,
  (SELECT coalesce(max(seq), 0) FROM order_events))::float8 AS last, hooks::float8, after_hook
FROM (SELECT first, (SELECT count(*) FROM webhooks WHERE ${isSentTo}) AS hooks,
    (SELECT after_hook::text FROM webhook_cursor WHERE seq = first) AS after_hook
  FROM (SELECT greatest((SELECT min(after_seq) FROM webhooks), coalesce((SELECT seq FROM webhook_cursor), 0)) AS first) at
) range
WHERE EXISTS (SELECT 1 FROM webhooks)`)

const hooksBehind = `FROM webhooks WHERE ${isSentTo} AND ($1::uuid IS NULL OR webhook_id > $1::uuid) ORDER BY webhook_id`

/** Where the page of webhooks ends. Null: it holds all that are left. */
const pageEnd = statement('hookPage last')(`
SELECT (SELECT webhook_id::text ${hooksBehind} OFFSET $2::int - 1 LIMIT 1) AS last`)

const makeDeliveries = command(`
INSERT INTO webhook_deliveries (webhook_id, seq, order_id, event_type, next_attempt_at, created_at)
SELECT w.webhook_id, e.seq, e.order_id, e.type, greatest($3, (
  -- Not before what it waits for: events of an order are delivered one after the other.
  SELECT max(next_attempt_at) FROM webhook_deliveries d
  WHERE w.failures > 0 AND d.webhook_id = w.webhook_id AND d.order_id = e.order_id AND d.status = 'pending')), $3
FROM order_events e JOIN orders o ON o.order_id = e.order_id
JOIN webhooks w ON ($4::uuid IS NULL OR w.webhook_id > $4::uuid) AND ($5::uuid IS NULL OR w.webhook_id <= $5::uuid)
  AND e.seq > w.after_seq AND (w.event_types IS NULL OR jsonb_exists(w.event_types, e.type))
  AND (w.user_id IS NULL OR w.user_id = o.user_id) AND ${isSentTo}
WHERE e.seq > $1 AND e.seq <= $2
ON CONFLICT (webhook_id, seq) DO NOTHING`)

const moveCursor = command(`
INSERT INTO webhook_cursor (id, seq, after_hook) VALUES (1, $1, $2::uuid)
ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, after_hook = excluded.after_hook`)

/**
 * Each webhook's due deliveries: as many as it has room for, one after a failure, none while its breaker is open. A
 * host has a share for all its webhooks. The webhook with the fewest in flight comes first.
 */
export const takeDue = statement('dueDelivery delivery_id webhook_id host seq order_id')(`
WITH hooks AS (
  SELECT w.webhook_id, coalesce(busy.count, 0) AS busy,
    least($4::int, CASE WHEN w.failures > 0 THEN 1 ELSE $3::int END - coalesce(busy.count, 0)) AS room,
    h.host, $7::int - coalesce(at_host.count, 0) AS room_at_host
  FROM webhooks w LEFT JOIN unnest($5::text[]::uuid[], $6::int[]) AS busy (webhook_id, count) USING (webhook_id)
  CROSS JOIN LATERAL (SELECT regexp_replace(split_part(w.target, '/', 3), ':[0-9]+$', '') AS host) h
  LEFT JOIN unnest($8::text[], $9::int[]) AS at_host (host, count) ON at_host.host = h.host
  WHERE w.disabled_at IS NULL AND (w.paused_until IS NULL OR w.paused_until <= $1)
    AND coalesce(at_host.count, 0) < $7::int
), looked_at AS (
  SELECT d.delivery_id, hooks.host, hooks.room_at_host FROM hooks CROSS JOIN LATERAL (
    SELECT delivery_id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, seq) AS nth FROM (
      SELECT delivery_id, next_attempt_at, seq FROM webhook_deliveries p
      WHERE p.webhook_id = hooks.webhook_id AND p.status = 'pending' AND p.next_attempt_at <= $1 AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries earlier WHERE earlier.webhook_id = p.webhook_id AND earlier.order_id = p.order_id
          AND earlier.status = 'pending' AND earlier.seq < p.seq)
      ORDER BY next_attempt_at, seq LIMIT greatest(hooks.room, 0) FOR UPDATE SKIP LOCKED
    ) first
  ) d ORDER BY hooks.busy + d.nth, d.next_attempt_at LIMIT $4
), due AS (
  SELECT delivery_id, host FROM (SELECT delivery_id, host, room_at_host, row_number() OVER (PARTITION BY host) AS nth
    FROM looked_at) numbered WHERE nth <= room_at_host
), leased AS (
  UPDATE webhook_deliveries d SET next_attempt_at = $2 FROM due WHERE d.delivery_id = due.delivery_id
  RETURNING d.delivery_id, d.webhook_id, d.seq, d.tries, d.attempts, due.host
)
SELECT l.delivery_id::text, l.webhook_id::text, w.url, l.host, w.secret, l.tries, l.attempts, e.seq::float8, e.order_seq, e.order_id::text, e.type,
  e.status, e.fact, e.created_at
FROM leased l JOIN webhooks w ON w.webhook_id = l.webhook_id JOIN order_events e ON e.seq = l.seq
ORDER BY e.seq`)

export const takeValues = (
  now: Date,
  leasedUntil: Date,
  { perWebhook, inAll, busy, perHost, busyHosts }: TakeLimits,
): unknown[] => [
  ...[now, leasedUntil, perWebhook, inAll, [...busy.keys()], [...busy.values()]],
  ...[perHost, [...busyHosts.keys()], [...busyHosts.values()]],
]

/** Deliveries behind a failed one would be read in vain. */
const postponeLater = command(`
UPDATE webhook_deliveries l SET next_attempt_at = $2
FROM webhook_deliveries d
WHERE d.delivery_id = $1::uuid AND l.webhook_id = d.webhook_id AND l.order_id = d.order_id AND l.seq > d.seq
  AND l.status = 'pending' AND l.next_attempt_at < $2`)

/** In a row; then a webhook rests from 10 s, doubling, up to ten minutes. */
const failuresToPause = 5
/** Without a success. */
const disableAfter = '3 days'

const noteFailure = statement('noted')(`
UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, $2::timestamptz),
  paused_until = CASE WHEN failures + 1 >= ${failuresToPause}
    THEN $2::timestamptz + least(600, 10 * 2 ^ least(failures + 1 - ${failuresToPause}, 10)) * interval '1 second' END,
  disabled_at = CASE WHEN failing_since < $2::timestamptz - interval '${disableAfter}' THEN $2::timestamptz END
WHERE webhook_id = $1::uuid AND disabled_at IS NULL RETURNING disabled_at`)

const noteSuccess = command(`
UPDATE webhooks SET failures = 0, failing_since = NULL, paused_until = NULL
WHERE webhook_id = $1::uuid AND failures > 0`)

type DueRow = Rows['dueDelivery']

export type DeliveryQueueDeps = {
  /** Undefined without a key. */
  box: SecretBox | undefined
  /** The delivery waits for its lease; the others go on. */
  onError: (error: unknown) => void
}

/** Shared by all replicas. */
export function makeDeliveryQueue(prisma: PrismaClient, { box, onError }: DeliveryQueueDeps): DeliveryQueue {
  const opened = (row: DueRow): string | undefined => {
    try {
      return openSecret(box, { webhookId: row.webhook_id, url: row.url }, row.secret)
    } catch (error) {
      onError(error)
      return undefined
    }
  }
  const events = makeRangeSize(mostEventsAtOnce)
  return {
    fanOut: async (now) => {
      await sequenceEvents(prisma)
      const limit = events.current()
      const [ahead] = await rowsOf(prisma, nextRange, limit)
      if (ahead === undefined || ahead.last <= ahead.first) return false
      // Fewer events for more webhooks, and one alone for very many.
      const most = Math.max(1, Math.min(limit, Math.floor(fanOutDeliveries / Math.max(1, ahead.hooks))))
      try {
        const isMore = await prisma.$transaction(async (tx) => {
          await takeLock(tx, 'fanOut')
          const [range] = await rowsOf(tx, nextRange, most)
          if (range === undefined || range.last <= range.first) return false
          const [page] = await rowsOf(tx, pageEnd, range.after_hook, fanOutDeliveries)
          const upTo = page?.last ?? null
          // An event of more webhooks than a transaction may serve takes several, of a page of webhooks each.
          const isPart = upTo !== null && range.last - range.first === 1
          const ofPage = isPart ? upTo : null
          await execute(tx, makeDeliveries, range.first, range.last, now, range.after_hook, ofPage)
          await execute(tx, moveCursor, isPart ? range.first : range.last, ofPage)
          return isPart || range.after_hook !== null || range.last - range.first === most
        }, fanOutTimeout)
        events.accepted()
        return isMore
      } catch (error) {
        // A batch longer than a transaction may take would fail for ever: the next is smaller.
        events.refused(most)
        throw error
      }
    },
    take: async (now, leasedUntil, limits) => {
      const rows = await rowsOf(prisma, takeDue, ...takeValues(now, leasedUntil, limits))
      return rows.flatMap((row) => {
        const secret = opened(row)
        return secret === undefined ? [] : [dueOf(row, secret)]
      })
    },
    record: async ({ deliveryId, webhookId, tries }, attempts, outcome, now) => {
      const nextAttemptAt = outcome.status === 'pending' ? outcome.nextAttemptAt : null
      await prisma.webhookDelivery.updateMany({
        where: { deliveryId, tries, status: 'pending' },
        data: { status: outcome.status, tries: tries + 1, attempts, nextAttemptAt },
      })
      if (outcome.status === 'delivered') {
        await execute(prisma, noteSuccess, webhookId)
        return 'enabled'
      }
      if (nextAttemptAt !== null) await execute(prisma, postponeLater, deliveryId, nextAttemptAt)
      const [row] = await rowsOf(prisma, noteFailure, webhookId, now)
      return row?.disabled_at == null ? 'enabled' : 'disabled'
    },
  }
}

function dueOf(row: DueRow, secret: string): DueDelivery {
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    url: row.url,
    host: row.host,
    secret,
    tries: row.tries,
    attempts: row.attempts,
    event: {
      seq: row.seq,
      orderSeq: row.order_seq,
      orderId: row.order_id,
      type: row.type,
      status: row.status,
      fact: factOf(row.fact),
      createdAt: row.created_at,
    },
  }
}

/**
 * By URL without its query. A client with a key may tell its users apart by the query. Without a key each network is a
 * client, so that strangers cannot take a URL owner's places.
 */
const mostOfOneUrl = { open: 5, keyed: 1_000 }
/** Each event makes a delivery for each webhook. */
const mostInAll = { open: 100, keyed: MAX_WEBHOOKS }
/** Webhooks without a key, of all networks. */
export const mostOpen = 10_000

/** As its receiver sees it. */
const targetOf = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The secret shows the owner of a webhook that was registered without an API key, also where writes need a key by now. */
const ownedBy = ({ client, secret }: WebhookOwner) => {
  const bySecret = secret === undefined ? [] : [{ client: 'open', secretHash: hashOf(secret) }]
  return { OR: client === undefined ? bySecret : [{ client }, ...bySecret] }
}

const countOpen = statement('openWebhooks')(`
SELECT count(*)::int AS count, count(*) FILTER (WHERE $1 = ANY(wider_hashes))::int AS of_56,
  count(*) FILTER (WHERE $2 = ANY(wider_hashes))::int AS of_48
FROM webhooks WHERE client = 'open'`)

/** One at a time per client, to be counted; all without a key are one. */
const lockClient = command(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${locks.webhookClients}))`)
const countOfClient = statement('webhookCount')(`
SELECT count(*)::int AS count FROM (
SELECT 1 FROM webhooks WHERE client = $1 AND ($2::text IS NULL OR network_hash = $2) LIMIT $3) w`)
const insertWebhook = command(`
INSERT INTO webhooks (webhook_id, client, url, secret, secret_hash, event_types, user_id, after_seq, created_at, target, network_hash, wider_hashes, verified_at)
SELECT $1::uuid, $2, $3, $4, $5, $6::jsonb, $7, (SELECT coalesce(max(seq), 0) FROM order_events), $8::timestamptz, $9, $11, $12::text[], $13::timestamptz
WHERE (SELECT count(*) FROM (SELECT 1 FROM webhooks
  WHERE client = $2 AND target = $9 AND network_hash IS NOT DISTINCT FROM $11 LIMIT $10) w) < $10
RETURNING webhook_id`)

const createIn =
  (prisma: PrismaClient, sql: SqlDatabase, box: SecretBox | undefined): WebhookRegistry['create'] =>
  async (webhook, secret, networks, withWebhook) => {
    if (box === undefined) {
      throw new AppError('UNAVAILABLE', 'Webhooks are not offered here: there is no key to keep their secrets with.')
    }
    const kept = sealSecret(box, webhook, secret)
    await sequenceEvents(prisma)
    const { webhookId, client, url, eventTypes, userId, createdAt, verifiedAt } = webhook
    const types = eventTypes === null ? null : JSON.stringify(eventTypes)
    const kind = client === 'open' ? 'open' : 'keyed'
    const [target, most, inAll] = [targetOf(url), mostOfOneUrl[kind], mostInAll[kind]]
    const [network = null, ...wider] = networks.map(({ name }) => hashOf(name))
    const row = [
      webhookId,
      client,
      url,
      kept,
      hashOf(secret),
      types,
      userId,
      createdAt,
      target,
      most,
      network,
      wider,
      verifiedAt,
    ]
    await sql.transaction(async (tx) => {
      await tx.query(lockClient, [client])
      if (client === 'open') await refuseCrowd(tx, networks)
      const [of] = await tx.query(countOfClient, [client, network, inAll])
      if (of?.count === inAll) throw new AppError('INVALID_WEBHOOK_URL', `You have ${inAll} webhooks already.`)
      if ((await tx.query(insertWebhook, row)).length === 0)
        throw new AppError('INVALID_WEBHOOK_URL', `The URL has ${most} webhooks already.`)
      await withWebhook?.(tx)
    })
  }

/** How long an owner has to prove a webhook's URL. Until then the webhook takes one of the places that bounds leave. */
const verifyWithinMs = 3_600_000

/** Deletes the webhooks whose URL nobody has proven in time. */
export async function deleteUnverified(prisma: PrismaClient, nowMs: number): Promise<void> {
  const before = new Date(nowMs - verifyWithinMs)
  await prisma.webhook.deleteMany({ where: { verifiedAt: null, createdAt: { lt: before } } })
}

export function makeWebhookStore(
  { prisma, sql, lists = prisma }: { prisma: PrismaClient; sql: SqlDatabase; lists?: PrismaClient },
  box: SecretBox | undefined,
): WebhookRegistry {
  return {
    create: createIn(prisma, sql, box),
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
      const newest = await prisma.orderEvent.aggregate({ _max: { seq: true } })
      const [row] = await prisma.webhook.updateManyAndReturn({
        where: { webhookId },
        data: { verifiedAt: now, afterSeq: newest._max.seq ?? 0n },
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

/** @throws AppError where all webhooks without a key, or those of a wide network, are too many. */
async function refuseCrowd(tx: Sql, [, ...wider]: readonly Caller[]): Promise<void> {
  const [half, whole] = wider.map(({ name }) => hashOf(name))
  const [found] = await tx.query(countOpen, [half ?? null, whole ?? null])
  if ((found?.count ?? 0) >= mostOpen) {
    throw new AppError('UNAVAILABLE', 'No more webhooks are taken without an API key.', { retryAfterSecs: 3_600 })
  }
  const counts = [found?.of_56 ?? 0, found?.of_48 ?? 0]
  for (const [index, { times }] of wider.entries()) {
    const most = mostInAll.open * times
    if ((counts[index] ?? 0) >= most)
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
