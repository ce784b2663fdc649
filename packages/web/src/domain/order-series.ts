import type { CompletionTimesWire, StatsHourWire } from '@tandem/contracts'

/** Orders that were created in one span of time. */
export interface Bucket {
  /** Start of the span, unix seconds. */
  at: number
  created: number
  completed: number
}

/** Spans of a chart, in seconds: the smallest is taken that needs at most {@link maxBuckets}. */
const spans = [3_600, 14_400, 86_400, 604_800]
const maxBuckets = 48

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
 * @param given of an hour each.
 * @param nowSecs end of the last span, unix seconds.
 */
export function ordersOverTime(given: readonly Bucket[], nowSecs: number): { spanSecs: number; buckets: Bucket[] } {
  const first = Math.min(nowSecs, ...given.map(({ at }) => at))
  const spanSecs = spans.find((span) => (nowSecs - first) / span < maxBuckets) ?? 604_800
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

/** How long completed orders took, and how many took how long. */
export type MeasuredTimes = Pick<CompletionTimesWire, 'p50_secs' | 'p95_secs' | 'orders' | 'classes'>

/** The orders of one class of completion times. */
export interface CompletionBar {
  /** Seconds: the longest time of the class, or with `isOver` a time that all its orders exceed. */
  boundSecs: number
  isOver: boolean
  orders: number
}

/**
 * The bars of the chart of completion times, the shortest time first.
 *
 * @param measured as `GET /stats` says it. Classes are sorted, and an invalid count becomes 0: a faulty answer draws
 * a wrong bar at worst.
 * @returns none where nothing was measured.
 */
export function completionBars(measured: MeasuredTimes | null): CompletionBar[] {
  const classes = (measured?.classes ?? []).toSorted((a, b) => endOf(a) - endOf(b))
  return classes.map(({ up_to_secs: upTo, orders }, index) => ({
    boundSecs: upTo ?? classes[index - 1]?.up_to_secs ?? 0,
    isOver: upTo === null,
    orders: Number.isSafeInteger(orders) && orders > 0 ? orders : 0,
  }))
}

const endOf = ({ up_to_secs: upTo }: MeasuredTimes['classes'][number]): number => upTo ?? Number.MAX_VALUE
