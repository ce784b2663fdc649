import { deleteExpiredKeys } from '@tandem/service-kit'
import type { PrismaClient } from './client.ts'
import { foldStats } from './stats.store.ts'

const foldEveryMs = 5_000
const sweepEveryMs = 600_000
/** Quotes that nobody took are kept so long after they expired, so that a late order hears QUOTE_EXPIRED. */
const staleQuoteSecs = 86_400

/**
 * What nobody waits for: folds the outbox into the roll-ups, and deletes expired idempotency keys and quotes that were
 * never taken. Every replica may run it. Returns how to stop it, after the running round.
 */
export function startMaintenance(prisma: PrismaClient, onError: (error: unknown) => void): () => Promise<void> {
  const repeat = (everyMs: number, work: () => Promise<unknown>) => {
    let running: Promise<unknown> = Promise.resolve()
    let isIdle = true
    const timer = setInterval(() => {
      if (!isIdle) return
      isIdle = false
      running = work()
        .catch(onError)
        .finally(() => {
          isIdle = true
        })
    }, everyMs)
    return async () => {
      clearInterval(timer)
      await running
    }
  }
  const stops = [repeat(foldEveryMs, () => foldStats(prisma)), repeat(sweepEveryMs, () => sweep(prisma))]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function sweep(prisma: PrismaClient): Promise<void> {
  await deleteExpiredKeys(prisma, Date.now)
  await prisma.$executeRawUnsafe(
    `DELETE FROM quotes WHERE consumed_at IS NULL AND expires_at < now() - make_interval(secs => ${staleQuoteSecs})`,
  )
}
