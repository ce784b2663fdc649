const kib = 1_024

/** Text of this length takes little memory however deep it is nested. */
const harmlessLength = 64 * kib
/** What services, makers and endpoints send each other has fewer than ten levels. */
const deepest = 64

/**
 * Whether a parser would need far more memory for this JSON than the text has. Each level costs an object, and may be a
 * single character of the text: 9 MB of brackets became 600 MB.
 *
 * @param fineUpTo texts up to this many characters are not examined. Zero where recursion over the value would exhaust
 * the stack.
 */
export function isTooDeep(text: string, fineUpTo = harmlessLength): boolean {
  if (text.length <= fineUpTo) return false
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
