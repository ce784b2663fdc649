import type { OrderWire } from '@tandem/contracts'

/** Orders that were created in one span of time. */
export interface Bucket {
  /** Start of the span, unix seconds. */
  at: number
  created: number
  completed: number
}

/** Spans that a chart may have, in seconds: the smallest with which at most {@link mostBuckets} are needed. */
const spans = [60, 300, 900, 3_600, 14_400, 86_400, 604_800]
const mostBuckets = 48

/**
 * Orders over time, in spans without gaps, oldest first.
 *
 * @param nowSecs end of the last span, unix seconds.
 */
export function ordersOverTime(
  orders: readonly Pick<OrderWire, 'created_at' | 'status'>[],
  nowSecs: number,
): { spanSecs: number; buckets: Bucket[] } {
  const times = orders.map(({ created_at }) => Math.floor(Date.parse(created_at) / 1000))
  const first = Math.min(nowSecs, ...times)
  const spanSecs = spans.find((span) => (nowSecs - first) / span < mostBuckets) ?? 604_800
  const start = Math.floor(first / spanSecs) * spanSecs
  const count = Math.floor((nowSecs - start) / spanSecs) + 1
  const buckets = Array.from({ length: count }, (_, index) => ({
    at: start + index * spanSecs,
    created: 0,
    completed: 0,
  }))
  for (const [index, order] of orders.entries()) {
    const bucket = buckets[Math.floor(((times[index] ?? start) - start) / spanSecs)]
    if (bucket === undefined) continue
    bucket.created += 1
    if (order.status === 'completed') bucket.completed += 1
  }
  return { spanSecs, buckets }
}

/** Upper bounds of the classes of completion times, in seconds; the last class has none. */
export const completionBounds = [10, 30, 60, 300, 900, 3_600] as const

/** How long swaps took. Times in seconds; `null` without a completed swap. */
export interface CompletionTimes {
  /** Completed swaps by class: up to each bound, and beyond the last. */
  counts: readonly number[]
  median: number | null
  p95: number | null
}

type Timed = {
  created_at: string
  status: OrderWire['status']
  source_intent: Pick<OrderWire['source_intent'], 'claim_timestamp'>
  destination_intent: Pick<OrderWire['destination_intent'], 'claim_timestamp'>
}

/** From the creation of an order to the later of its two claims, over the completed ones. */
export function completionTimes(orders: readonly Timed[]): CompletionTimes {
  const times = orders
    .filter(({ status }) => status === 'completed')
    .map(({ created_at, source_intent, destination_intent }) => {
      const claims = [source_intent.claim_timestamp, destination_intent.claim_timestamp]
      const last = Math.max(...claims.map((at) => (at === null ? 0 : Date.parse(at))))
      return Math.max(0, last - Date.parse(created_at)) / 1000
    })
    .toSorted((a, b) => a - b)
  const counts = [...completionBounds, Number.POSITIVE_INFINITY].map(
    (bound, index) => times.filter((time) => time <= bound && time > (completionBounds[index - 1] ?? -1)).length,
  )
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? null
  return { counts, median: quantile(0.5), p95: quantile(0.95) }
}
