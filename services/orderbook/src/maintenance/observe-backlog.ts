import { Gauge, type Registry } from 'prom-client'
import type { PrismaClient } from '../db/client.ts'

/** Rows are counted up to this number, so that a large backlog does not slow down a scrape. */
const most = 10_000
const freshMs = 1_000

type Backlog = {
  readonly outboxSecs: number
  readonly deliveries: number
  readonly deliverySecs: number
  readonly orders: readonly { readonly status: string; readonly count: number }[]
}

const secsSince = (oldest: Date | null): number => (oldest === null ? 0 : (Date.now() - oldest.getTime()) / 1000)

async function readBacklog(prisma: PrismaClient): Promise<Backlog> {
  const outbox = await prisma.orderEvent.aggregate({
    _min: { createdAt: true },
    where: { seq: null },
    orderBy: { id: 'asc' },
    take: most,
  })
  const deliveries = await prisma.webhookDelivery.aggregate({
    _count: true,
    _min: { createdAt: true },
    where: { status: 'pending' },
    orderBy: { nextAttemptAt: 'asc' },
    take: most,
  })
  const counters = await prisma.statsCounter.findMany({ where: { name: { startsWith: statusPrefix } } })
  return {
    outboxSecs: secsSince(outbox._min.createdAt),
    deliveries: deliveries._count,
    deliverySecs: secsSince(deliveries._min.createdAt),
    orders: counters.map(({ name, value }) => ({ status: name.slice(statusPrefix.length), count: Number(value) })),
  }
}

const statusPrefix = 'status:'

/** Metrics of the backlog, read at a scrape. Every replica reports the same figures. */
export function observeBacklog(prisma: PrismaClient, registry: Registry, onError: (error: unknown) => void): void {
  let reading: { at: number; backlog: Promise<Backlog | undefined> } | undefined
  function read(): Promise<Backlog | undefined> {
    if (reading !== undefined && Date.now() - reading.at < freshMs) return reading.backlog
    const backlog = readBacklog(prisma).catch((error: unknown) => {
      onError(error)
      return undefined
    })
    reading = { at: Date.now(), backlog }
    return backlog
  }
  const gauge = (name: string, help: string, of: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await read()
        if (backlog !== undefined) this.set(of(backlog))
      },
    })
  gauge(
    'orderbook_outbox_oldest_seconds',
    'Seconds since the oldest event that has no sequence number yet was stored.',
    (one) => one.outboxSecs,
  )
  gauge(
    'orderbook_webhook_deliveries_pending',
    `Webhook deliveries that have not been accepted yet, counted up to ${most}.`,
    (one) => one.deliveries,
  )
  gauge(
    'orderbook_webhook_oldest_pending_seconds',
    'Seconds since the oldest webhook delivery that has not been accepted yet was created.',
    (one) => one.deliverySecs,
  )
  new Gauge({
    name: 'orderbook_orders',
    help: 'How many orders have each status.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const { status, count } of (await read())?.orders ?? []) this.set({ status }, count)
    },
  })
}
