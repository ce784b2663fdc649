import { Gauge, type Registry } from 'prom-client'
import { type PrismaClient, rowsOf } from '../db/client.ts'
import type { Rows } from '../db/rows.ts'
import { statement } from '../db/statements.ts'

/** A scrape must not slow down with its figures. */
const most = 10_000
const freshMs = 1_000

const selectBacklog = statement('backlog deliveries outbox_secs delivery_secs')(`
SELECT outbox.*, deliveries.*, statuses.* FROM
(SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS outbox_secs
 FROM (SELECT created_at FROM order_events WHERE seq IS NULL ORDER BY id LIMIT ${most}) unnumbered) outbox,
(SELECT count(*)::int AS deliveries, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS delivery_secs
 FROM (SELECT created_at FROM webhook_deliveries WHERE status = 'pending' ORDER BY next_attempt_at LIMIT ${most}) due
) deliveries,
(SELECT coalesce(jsonb_object_agg(substr(name, 8), value), '{}') AS orders
 FROM stats_counters WHERE name LIKE 'status:%') statuses`)

type Backlog = Rows['backlog']

/** The same from every replica, read at a scrape. */
export function observeBacklog(prisma: PrismaClient, registry: Registry, onError: (error: unknown) => void): void {
  let reading: { at: number; backlog: Promise<Backlog | undefined> } | undefined
  function read(): Promise<Backlog | undefined> {
    if (reading !== undefined && Date.now() - reading.at < freshMs) return reading.backlog
    const backlog = rowsOf(prisma, selectBacklog).then(
      ([row]) => row,
      (error: unknown) => {
        onError(error)
        return undefined
      },
    )
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
  gauge('orderbook_outbox_oldest_seconds', 'Age of the oldest event that has no number.', (one) => one.outbox_secs)
  gauge('orderbook_webhook_deliveries_pending', `Deliveries on their way, up to ${most}.`, (one) => one.deliveries)
  gauge('orderbook_webhook_oldest_pending_seconds', 'Age of the oldest of these.', (one) => one.delivery_secs)
  new Gauge({
    name: 'orderbook_orders',
    help: 'Orders by status.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      for (const [status, count] of Object.entries((await read())?.orders ?? {})) this.set({ status }, count)
    },
  })
}
