const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const address = /0x([0-9a-fA-F]{4})[0-9a-fA-F]{32}([0-9a-fA-F]{4})(?![0-9a-fA-F])/g

/**
 * A sentence of a service in the page's words: times by the reader's clock, addresses short, and one name for the maker.
 *
 * @param timeText says a moment.
 */
export const readable = (sentence: string, timeText: (at: Date) => string): string =>
  sentence
    .replace(isoTime, (time) => timeText(new Date(time)))
    .replace(address, '0x$1…$2')
    .replace(/\b(?:market maker|solver)\b/g, 'maker')
