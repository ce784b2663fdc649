import type { OrderWire } from '@tandem/contracts'
import type { Clock } from '../transactions/ports.ts'

const longestMs = 3_600_000
/** How many orders are remembered; the oldest is forgotten first. */
const most = 50_000

interface Seen {
  updatedAt: string
  pauseMs: number
  until: number
}

/** Doubles the pause between two checks of an expired order, up to an hour, until the order changes. */
export function makePauses({ intervalMs, now }: { intervalMs: number; now: Clock }) {
  const seen = new Map<string, Seen>()

  return {
    isOver({ order_id: id, updated_at: updatedAt }: Pick<OrderWire, 'order_id' | 'updated_at'>): boolean {
      const before = seen.get(id)
      return before === undefined || before.updatedAt !== updatedAt || now() >= before.until
    },
    add({ order_id: id, updated_at: updatedAt, status }: Pick<OrderWire, 'order_id' | 'updated_at' | 'status'>): void {
      if (status !== 'expired') return
      const before = seen.get(id)
      const last = before?.updatedAt === updatedAt ? before.pauseMs : intervalMs
      const pauseMs = Math.min(last * 2, Math.max(longestMs, intervalMs))
      seen.delete(id)
      seen.set(id, { updatedAt, pauseMs, until: now() + pauseMs })
      const [oldest] = seen.size > most ? seen.keys() : []
      if (oldest !== undefined) seen.delete(oldest)
    },
  }
}
