import { relativeText } from '../domain/duration.ts'
import { useNow } from './use-now.ts'

/** `undefined` takes the locale of the reader's browser. */
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** Writes a moment in the reader's locale and time zone. */
export const momentText = (at: Date): string => absolute.format(at)

/**
 * Shows a moment as a relative time, followed by the date and time in brackets. With `isShort` those are only in the tooltip.
 * @param props.at an ISO 8601 time.
 */
export function Time({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={exact.format(date)} className="tandem-number">
      {relativeText(Date.parse(at) / 1000, now)}{' '}
      {isShort ? null : <span className="tandem-soft">({momentText(date)})</span>}
    </time>
  )
}

/** Counts down to a deadline in unix seconds. It uses the browser's clock, and the deadline itself is by the chain's clock. */
export function Countdown({ until }: { until: number }) {
  return <Time at={new Date(until * 1000).toISOString()} />
}
