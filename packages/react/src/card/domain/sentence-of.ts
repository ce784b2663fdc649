import { readable } from './readable.ts'

/**
 * What a step waits for, as the page says it: a sentence with its capital and its full stop, and with dates of the
 * reader's calendar.
 * @param momentText writes a moment.
 */
export function sentenceOf({ message }: { message: string }, momentText: (at: Date) => string): string {
  const text = readable(message, momentText)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
