import { AppError } from '@tandem/service-kit'

const perMinute = 5
const windowMs = 60_000

/**
 * Refuses more than five wrong secrets a minute for an order, in this process: it keeps a broken client from hammering.
 */
export function makeWrongSecretLimit(now: () => number): (orderId: string) => Promise<void> {
  const counts = new Map<string, { count: number; until: number }>()
  return async (orderId) => {
    const at = now()
    for (const [id, { until }] of counts) if (until <= at) counts.delete(id)
    const entry = counts.get(orderId) ?? { count: 0, until: at + windowMs }
    entry.count += 1
    counts.set(orderId, entry)
    if (entry.count <= perMinute) return
    const retryAfterSecs = Math.ceil((entry.until - at) / 1000)
    throw new AppError('RATE_LIMITED', 'too many wrong secrets for this order', { retryAfterSecs })
  }
}
