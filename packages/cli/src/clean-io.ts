import type { Io } from './io.ts'

/**
 * The output of a command. Everything that a command prints goes through it, because text of a server could contain
 * control characters by which it takes over the terminal.
 */
export interface CleanIo extends Io {
  /** Writes the answer as one JSON document. A bigint is written as a decimal string. */
  json(value: unknown): void
}

/**
 * Characters that a terminal obeys or does not show: control characters, those that reverse the direction of writing,
 * and line separators. By a carriage return, for example, a text could overwrite the beginning of its line.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Replaces every character that a terminal could obey. */
export const cleanText = (text: string): string => text.replaceAll(unprintable, '\ufffd')

/** The marks of a passed and a failed check. Only a command may write one, as the first character of a line. */
const marks = /[✓✗]/gu

/**
 * Cleans one line of text. Marks are replaced as well: a terminal breaks a long text into several lines, and one that
 * begins with a mark would look like a check.
 */
const cleanLine = (line: string): string => cleanText(line).replaceAll(marks, '\ufffd')

/** Makes an output that cleans all text. Each call of `out` and `note` writes exactly one line. */
export const cleanIo = (io: Io): CleanIo => ({
  ...io,
  out: (line) => io.out(/^[✓✗]/u.test(line) ? line.slice(0, 1) + cleanLine(line.slice(1)) : cleanLine(line)),
  note: (line) => io.note(cleanLine(line)),
  waiting: (text) => io.waiting(cleanLine(text)),
  json: (value) => io.out(JSON.stringify(cleanValue(value))),
})

function cleanValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), cleanValue(one)]))
}
