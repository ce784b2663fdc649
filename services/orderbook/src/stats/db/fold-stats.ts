import { command } from '@tandem/service-kit'
import { type Db, execute, type PrismaClient } from '../../db/client.ts'
import { takeLock } from '../../db/locks.ts'
import { sequenceEvents } from '../../events/db/event.store.ts'
import { newestSeq } from '../../events/db/newest-seq.ts'
import { changesOf, columnsOf, type RollUp, rollUps, sumsOf } from './roll-ups.ts'

const batchSize = 5_000n
const transactionLimits = { timeout: 30_000, maxWait: 10_000 }

/** One statement for each roll-up, because Prisma's client cannot add to many rows that may not be there yet. */
const additions = rollUps.map((rollUp) => addTo(rollUp, changesOf('seq > $1 AND seq <= $2')))

function addTo(rollUp: RollUp, changes: string) {
  const { table, key, sums, merge = {} } = rollUp
  const merged = Object.keys(sums).map(
    (column) => `${column} = ${merge[column] ?? `${table}.${column} + excluded.${column}`}`,
  )
  return command(`
INSERT INTO ${table} (${columnsOf(rollUp).join(', ')}) ${sumsOf(rollUp, changes)}
ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${merged.join(', ')}`)
}

/**
 * Adds the changes of the outbox's events to the roll-ups, each once and in order. The last event that was added is stored
 * in the same transaction as the sums, and only one replica adds at a time.
 */
export async function foldStats(prisma: PrismaClient): Promise<void> {
  await sequenceEvents(prisma)
  if ((await nextRange(prisma)) === undefined) return
  for (let isMore = true; isMore; ) isMore = await prisma.$transaction(foldBatch, transactionLimits)
}

async function foldBatch(tx: Db): Promise<boolean> {
  await takeLock(tx, 'fold')
  const range = await nextRange(tx)
  if (range === undefined) return false
  for (const addition of additions) await execute(tx, addition, range.folded, range.last)
  const value = range.last
  await tx.statsCounter.upsert({
    where: { name: 'folded_seq' },
    create: { name: 'folded_seq', value },
    update: { value },
  })
  return range.isMore
}

/** The next events to add. Their numbers have no gaps, so a range of numbers is a bounded number of events. */
async function nextRange(db: Db): Promise<{ folded: bigint; last: bigint; isMore: boolean } | undefined> {
  const folded = (await db.statsCounter.findUnique({ where: { name: 'folded_seq' } }))?.value ?? 0n
  const newest = await newestSeq(db)
  if (newest <= folded) return undefined
  const isMore = newest - folded > batchSize
  return { folded, last: isMore ? folded + batchSize : newest, isMore }
}
