const kib = 1_024
const mib = 1_024 * kib

/** Bytes of one answer at most: a larger one could fill the memory. */
const mostBytes: Readonly<Record<string, number>> = {
  // The header, and the hashes of some 15,000 transactions.
  eth_getBlockByNumber: mib,
  eth_getLogs: 4 * mib,
  eth_getBlockReceipts: 4 * mib,
  eth_getTransactionReceipt: mib,
  eth_call: mib,
  eth_simulateV1: mib,
}

const mostBytesOfOthers = 128 * kib
const mostBytesOfBatch = 8 * mib

export const mostBytesOf = (methods: readonly string[]): number =>
  Math.min(
    mostBytesOfBatch,
    methods.reduce((sum, method) => sum + (mostBytes[method] ?? mostBytesOfOthers), 0),
  )

/** A shorter text is harmless however deep. */
const shallowLength = 64 * kib
const deepest = 64

/** Each level takes memory for one character. */
export function isTooDeep(text: string): boolean {
  if (text.length <= shallowLength) return false
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfText(text, index)
    else if (code === openBracket || code === openBrace) depth += 1
    else if (code === closeBracket || code === closeBrace) depth -= 1
    if (depth > deepest) return true
  }
  return false
}

const [quote, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d]

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes += 1
    if (escapes % 2 === 0) return end
  }
  return text.length
}
