const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const address = /0x([0-9a-fA-F]{4})[0-9a-fA-F]{32}([0-9a-fA-F]{4})(?![0-9a-fA-F])/g

/**
 * Makes a service's sentence easier to read: times are in the reader's time zone, addresses are shortened, and the market maker
 * has one name.
 * @param timeText writes a moment in the reader's time zone.
 */
export const readable = (sentence: string, timeText: (at: Date) => string): string =>
  sentence
    .replace(isoTime, (time) => timeText(new Date(time)))
    .replace(address, '0x$1…$2')
    .replace(/\b(?:market maker|solver)\b/g, 'maker')
