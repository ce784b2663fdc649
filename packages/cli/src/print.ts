import type { CleanIo } from './clean-io.ts'

/** Writes an answer: as one JSON document, or as lines of a name and a value. Amounts are decimal strings. */
export function print(io: CleanIo, isJson: boolean, answer: Readonly<Record<string, unknown>>): void {
  if (isJson) {
    io.json(answer)
    return
  }
  const width = Math.max(...Object.keys(answer).map((name) => name.length))
  for (const [name, value] of Object.entries(answer)) io.out(`${name.padEnd(width)}  ${textOf(value)}`)
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value)
