/** Tests how retention is composed: how long rows are kept. */
import { expect, it } from '@jest/globals'
import { primeConfig } from '../../test/support/prime-config.ts'
import { nowSecs } from '../../test/support/wired.ts'
import type { Database } from '../db/client.ts'
import { composeRetention } from './compose-retention.ts'

it('secrets are erased after a day, rows archived after 30 days, and deleted after the days of the settings', async () => {
  const now = nowSecs * 1_000
  const before: Record<string, unknown> = {}
  const noting = (name: string) => async (date: Date) => {
    before[name] = date
    return 0
  }
  const erased: unknown[] = []
  const model = {
    updateMany: async ({ where }: { where: { createdAt?: { lt: Date }; updatedAt?: { lt: Date } } }) => {
      erased.push((where.createdAt ?? where.updatedAt)?.lt)
      return { count: 0 }
    },
  }
  const executes = async (_statement: string, date: Date) => void erased.push(date)
  // The models record what is erased. Any other method that is called on the database deletes expired keys.
  const get = (_client: object, name: string) => (['request', 'txAttempt'].includes(name) ? model : executes)
  const prisma = new Proxy({}, { get }) as unknown as Database['prisma']
  let stop: () => unknown = () => undefined
  await new Promise<void>((resolve, reject) => {
    const retention = composeRetention({
      config: primeConfig(),
      database: { prisma },
      archive: { archive: noting('archive'), prune: noting('prune'), pruneNonces: noting('pruneNonces') },
      budgets: {
        prune: async (budgets) => {
          before.budgets = budgets
        },
      },
      observe: { retained: () => resolve(), retentionFailed: reject },
      now: () => now,
    })
    stop = retention.stop
    retention.start()
  })
  await stop()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  // Expired idempotency keys are asked for by the time itself, which is zero days ago.
  expect(erased).toEqual([daysAgo(0), daysAgo(1), daysAgo(1)])
  expect(before).toEqual({
    archive: daysAgo(30),
    prune: daysAgo(733),
    pruneNonces: daysAgo(30),
    budgets: { day: daysAgo(30).toISOString().slice(0, 10), settledAt: daysAgo(30) },
  })
})
