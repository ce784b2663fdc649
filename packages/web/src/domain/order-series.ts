import type { CompletionTimesWire, StatsHourWire } from '@tandem/contracts'

/** How many orders were created in one span of time, and how many of those are completed. */
export interface Bucket {
  /** The start of the span, in unix seconds. */
  at: number
  created: number
  completed: number
}

/** The spans that a chart may have, in seconds. The shortest one is taken that needs at most {@link maxBuckets} bars. */
const spans = [3_600, 14_400, 86_400, 604_800]
const maxBuckets = 48

export const bucketsOfHours = (hours: readonly StatsHourWire[]): Bucket[] =>
  hours.map(({ hour, total_orders: created, completed_orders: completed }) => ({
    at: secsOf(hour),
    created,
    completed,
  }))

const secsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)

/**
 * Sums hours up to the spans of a chart. Spans without an order are in the result, too, and the oldest comes first.
 * @param given buckets of one hour each.
 * @param nowSecs a moment in the last span, in unix seconds.
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

/** How long completed orders took: two percentiles, and the number of orders in each class of times. */
export type MeasuredTimes = Pick<CompletionTimesWire, 'p50_secs' | 'p95_secs' | 'orders' | 'classes'>

/** A bar: how many orders took at most, or more than, a certain time. */
export interface CompletionBar {
  /** The bound of the class in seconds. Its orders took at most this long, or longer when `isOver` is set. */
  boundSecs: number
  isOver: boolean
  orders: number
}

/**
 * Returns the bars of the chart of completion times, of which the shortest time comes first. There is none where nothing was
 * measured.
 * @param measured the answer of `GET /stats`. Its classes are sorted here, and an invalid count becomes zero, so that a faulty
 * answer draws a wrong bar and does not break the page.
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
