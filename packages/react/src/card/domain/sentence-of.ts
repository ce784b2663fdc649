import { readable } from './readable.ts'

/**
 * Makes a sentence of a reason's message: it begins with a capital, ends with a full stop, and has its times in the reader's
 * time zone.
 * @param momentText writes a moment in the reader's time zone.
 */
export function sentenceOf({ message }: { message: string }, momentText: (at: Date) => string): string {
  const text = readable(message, momentText)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
