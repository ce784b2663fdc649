import { configFromProcess, directUrlOf } from '@tandem/service-kit'
import type pg from 'pg'
import { migrateSettings } from './config.ts'
import { prismaOf } from './db/client.ts'
import { makeCommandPool } from './db/command-pool.ts'
import type { Difference, OrderCorrection } from './db/replayed.ts'
import { replayRollups } from './stats/db/rollup-replay.ts'
import { countOrders, replayProjections } from './watcher/db/replay.store.ts'

export interface ReplayOptions {
  check: boolean
  /** Derives only the orders of this chain. The roll-ups are left out, because they count the orders of all chains. */
  chain?: string | undefined
  batch: string
}

/**
 * `main.ts replay`: derives orders and roll-ups again from their events, and repairs what differs. The command needs only
 * `DATABASE_URL` and may run beside the watcher.
 * @returns the exit code.
 */
export async function replay(options: ReplayOptions, print: (line: string) => void): Promise<number> {
  const databaseUrl = directUrlOf(configFromProcess(migrateSettings))
  const pool = makeCommandPool(databaseUrl, 'tandem-replay')
  try {
    const found = await replayAll(pool, { ...options, batchSize: Number(options.batch) }, print)
    if (found === 0) print('no difference')
    else print(`${found} difference(s)${options.check ? '' : ', repaired'}`)
    return options.check && found > 0 ? 1 : 0
  } finally {
    await pool.end()
  }
}

type What = { check: boolean; chain?: string | undefined; batchSize: number }

async function replayAll(
  pool: pg.Pool,
  { check, chain, batchSize }: What,
  print: (line: string) => void,
): Promise<number> {
  let found = 0
  const report = (differences: readonly Difference[]) => {
    found += differences.length
    for (const { of, column, stored, expected } of differences) {
      print(`${of}: ${column} is ${JSON.stringify(stored)}, and should be ${JSON.stringify(expected)}`)
    }
  }
  const prisma = prismaOf(pool)
  const total = await countOrders(prisma, chain)
  let done = 0
  const corrections: OrderCorrection[] = []
  for await (const batch of replayProjections(prisma, { repair: !check, chain, batchSize, now: Date.now })) {
    report(batch.differences)
    corrections.push(...batch.corrections)
    done += batch.orders
    print(`orders: ${done} of ${total}`)
  }
  if (chain !== undefined) return found
  // The roll-ups come last, because they follow from the orders.
  report(await replayRollups(pool, { repair: !check, corrections }))
  print('roll-ups: compared')
  return found
}
