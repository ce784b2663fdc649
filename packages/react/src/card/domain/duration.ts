const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** Writes a duration in its two largest units: `3 h 5 min`, `45 s`. A negative one is `0 s`. */
export function durationText(seconds: number): string {
  let left = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const [size, name] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}

/** Writes a moment relative to another one: `5 min ago`, `in 3 h`. Both are unix seconds. */
export function relativeText(at: number, now: number): string {
  const seconds = Math.round(at - now)
  if (Math.abs(seconds) < 2) return 'now'
  return seconds < 0 ? `${durationText(-seconds)} ago` : `in ${durationText(seconds)}`
}
