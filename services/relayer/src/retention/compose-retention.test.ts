/** The wiring of retention: how long rows are kept. */
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
  const executes = async (_statement: string, date: Date) => {
    erased.push(date)
    return 0
  }
  // Whichever of its methods takes the statements.
  const prisma = new Proxy({}, { get: () => executes }) as unknown as Database['prisma']
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
  // Of expired keys the round asks by the time itself.
  expect(erased).toEqual([daysAgo(0), daysAgo(1), daysAgo(1)])
  expect(before).toEqual({
    archive: daysAgo(30),
    prune: daysAgo(733),
    pruneNonces: daysAgo(30),
    budgets: { day: daysAgo(30).toISOString().slice(0, 10), settledAt: daysAgo(30) },
  })
})
