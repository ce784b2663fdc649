import { relativeText } from '../domain/duration.ts'
import { useNow } from './use-now.ts'

/** By the locale of the reader's browser. */
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A moment on the reader's calendar and clock. */
export const momentText = (at: Date): string => absolute.format(at)

/** A moment, relative and absolute; in lists the absolute one is a tooltip. */
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

/** A deadline in unix seconds, counted down every second. The chain's clock decides; the browser's only shows. */
export function Countdown({ until }: { until: number }) {
  return <Time at={new Date(until * 1000).toISOString()} />
}
