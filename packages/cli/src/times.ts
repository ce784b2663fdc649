const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** Writes a duration by its two largest units, such as `1 h 5 min`. */
function formatDuration(seconds: number): string {
  const largest = units.findIndex(([, size]) => seconds >= size)
  if (largest === -1) return '0 s'
  const [[name, size], next] = [units[largest] as (typeof units)[number], units[largest + 1]]
  const rest = next === undefined ? 0 : Math.floor((seconds % size) / next[1])
  return `${Math.floor(seconds / size)} ${name}${rest === 0 ? '' : ` ${rest} ${next?.[0]}`}`
}

/**
 * Writes a time for a person, such as `2026-11-28T20:15:00Z, in 12 min`.
 *
 * @param at the time to write, in unix seconds.
 * @param now the current time, in unix seconds.
 */
export function formatTime(at: number, now: number): string {
  const date = new Date(at * 1000)
  // A server may answer with a number that is no valid date.
  if (Number.isNaN(date.getTime())) return `${at} s after 1970`
  const away = Math.abs(Math.floor(at - now))
  const distance = at >= now ? `in ${formatDuration(away)}` : `${formatDuration(away)} ago`
  return `${date.toISOString().replace(/\.\d+Z$/, 'Z')}, ${distance}`
}

/** Writes a time as {@link formatTime} does, by the clock of this machine. */
export const fromNow = (at: number): string => formatTime(at, Math.floor(Date.now() / 1000))
