import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import { observeBacklog } from '../../src/maintenance/observe-backlog.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('backlog')
describe('observeBacklog', () => {
  it('shows the orders by status, and what waits', async () => {
    const { prisma } = database
    await prisma.statsCounter.createMany({
      data: [
        { name: 'status:conflict', value: 2n },
        { name: 'status:created', value: 7n },
        { name: 'users', value: 3n },
      ],
    })
    const webhookId = randomUUID()
    const createdAt = new Date(Date.now() - 90_000)
    await prisma.webhook.create({
      data: {
        ...{ webhookId, client: 'open', url: 'http://h', target: 'http://h', secret: 's', secretHash: 'hash' },
        ...{ afterSeq: 0n, createdAt },
      },
    })
    const delivery = { webhookId, orderId: randomUUID(), eventType: 'order.created', createdAt }
    await prisma.webhookDelivery.createMany({
      data: [
        { ...delivery, seq: 1n, status: 'delivered' },
        { ...delivery, seq: 2n, nextAttemptAt: createdAt },
      ],
    })
    const registry = new Registry()
    const errors: unknown[] = []
    observeBacklog(prisma, registry, (error) => errors.push(error))
    const text = await registry.metrics()
    expect(errors).toEqual([])
    expect(text).toContain('orderbook_orders{status="conflict"} 2\n')
    expect(text).toContain('orderbook_orders{status="created"} 7\n')
    expect(text).toContain('orderbook_outbox_oldest_seconds 0\n')
    expect(text).toContain('orderbook_webhook_deliveries_pending 1\n')
    expect(Number(/^orderbook_webhook_oldest_pending_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90)
    expect(text).not.toContain('users')
  })
})
