import type { OrderWire, StatsHourWire } from '@tandem/contracts'

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

/** Each order as a bucket of its own. */
export const bucketsOfOrders = (orders: readonly Pick<OrderWire, 'created_at' | 'status'>[]): Bucket[] =>
  orders.map(({ created_at, status }) => ({
    at: secsOf(created_at),
    created: 1,
    completed: status === 'completed' ? 1 : 0,
  }))

/** Each hour as a bucket. */
export const bucketsOfHours = (hours: readonly StatsHourWire[]): Bucket[] =>
  hours.map(({ hour, total_orders: created, completed_orders: completed }) => ({
    at: secsOf(hour),
    created,
    completed,
  }))

const secsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)

/**
 * Orders over time, in spans without gaps, oldest first.
 *
 * @param given none of them longer than `leastSpanSecs`.
 * @param options.nowSecs end of the last span, unix seconds.
 */
export function ordersOverTime(
  given: readonly Bucket[],
  { nowSecs, leastSpanSecs }: { nowSecs: number; leastSpanSecs: number },
): { spanSecs: number; buckets: Bucket[] } {
  const first = Math.min(nowSecs, ...given.map(({ at }) => at))
  const spanSecs = spans.find((span) => span >= leastSpanSecs && (nowSecs - first) / span < mostBuckets) ?? 604_800
  const start = Math.floor(first / spanSecs) * spanSecs
  const count = Math.floor((nowSecs - start) / spanSecs) + 1
  const buckets = Array.from({ length: count }, (_, index) => ({
    at: start + index * spanSecs,
    created: 0,
    completed: 0,
  }))
  for (const { at, created, completed } of given) {
    const bucket = buckets[Math.floor((at - start) / spanSecs)]
    if (bucket === undefined) continue
    bucket.created += created
    bucket.completed += completed
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
