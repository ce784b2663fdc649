import { BaseError, type Hex, isHex, numberToHex, size } from 'viem'

/**
 * Encodes and decodes ABI words by hand, because viem's codecs take five times as long. A word is 64 digits in lower
 * case, without `0x`.
 */
const wordDigits = 64

/**
 * A value as one word.
 *
 * @throws Error when it does not have this many bytes.
 */
export function word(hex: Hex, bytes: number): string {
  if (!isHex(hex) || size(hex) !== bytes) throw new Error(`${hex} has not ${bytes} bytes`)
  return hex.slice(2).toLowerCase().padStart(wordDigits, '0')
}

/**
 * A number as one word.
 *
 * @throws viem's IntegerOutOfRangeError.
 */
export const numberWord = (value: bigint | number, bytes = 32): string =>
  word(numberToHex(value, { size: bytes }), bytes)

/**
 * Splits an answer into a head and rows.
 *
 * @param data of an endpoint, which may be anything.
 * @param head how many words come before the list.
 * @param width how many words a struct has.
 * @throws viem's BaseError for another answer.
 */
export function rowsOf(
  data: Hex,
  { head, width }: { head: number; width: number },
): { head: string[]; rows: string[][] } {
  const words: string[] = data.slice(2).toLowerCase().match(/.{64}/g) ?? []
  const count = numberOf(words[head])
  const isWhole = isHex(data) && data.length === 2 + words.length * wordDigits
  const isList = numberOf(words[head - 1]) === head * 32 && words.length === head + 1 + count * width
  if (!isWhole || !isList) throw notReturned()
  const rows = Array.from({ length: count }, (_, row) =>
    words.slice(head + 1 + row * width, head + 1 + (row + 1) * width),
  )
  return { head: words.slice(0, head), rows }
}

/** The number in a word. NaN when there is no word; not exact beyond 2^53. */
const numberOf = (digits: string | undefined): number => (digits === undefined ? Number.NaN : Number(`0x${digits}`))

/**
 * The truth value in a word.
 *
 * @throws viem's BaseError when the word is neither true nor false.
 */
export function boolOf(digits: string | undefined): boolean {
  const value = numberOf(digits)
  if (value !== 0 && value !== 1) throw notReturned()
  return value === 1
}

const notReturned = () => new BaseError('The answer is not what the contract returns.')
