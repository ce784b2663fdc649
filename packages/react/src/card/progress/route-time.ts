import type { RouteWire } from '@tandem/contracts'
import { durationText } from '../domain/duration.ts'
import { en } from '../text/en.ts'

/** With fewer swaps than this, a percentile says nothing, and none is shown. */
export const minMeasured = 20

/** Says how long the newest swaps of a route took: `short` is a duration, `long` a sentence with the number of swaps. */
export function routeTime(measured: RouteWire['completion_time']): { short: string | null; long: string } {
  const text = en.quote
  if (measured === null) return { short: null, long: text.timeUnknown }
  if (measured.orders < minMeasured) return { short: null, long: tooFewText(measured.orders) }
  const half = durationText(measured.p50_secs)
  return { short: half, long: text.timeMeasured(half, durationText(measured.p95_secs), measured.orders) }
}

export const tooFewText = (orders: number): string => en.quote.timeTooFew(orders, minMeasured)
