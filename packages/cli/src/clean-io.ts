import type { Io } from './io.ts'

/**
 * The output of a command. Every word of every command passes through here, so that no text of a server commands the
 * terminal.
 */
export interface CleanIo extends Io {
  /** Writes the answer as one JSON document. A bigint becomes a decimal string. */
  json(value: unknown): void
}

/**
 * Characters that a terminal obeys or does not show: control characters (a carriage return lets a text write over the
 * line that it stands in, an escape opens a command), those that turn the direction of a text, and the separators of
 * lines.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Replaces every character that could command a terminal. */
export const cleanText = (text: string): string => text.replaceAll(unprintable, '\ufffd')

/** The marks of a check. A command writes one as the first character of an answer's line, and nowhere else. */
const marks = /[✓✗]/gu

/**
 * One line of text. A mark inside of it is replaced as well: a text that is long enough would otherwise continue on the
 * next line of the terminal, and look like a check that passed.
 */
const cleanLine = (line: string): string => cleanText(line).replaceAll(marks, '\ufffd')

/** The same output, cleaned. Each call of `out` and `note` writes exactly one line. */
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
