import { BaseError, type Hex, isHex, numberToHex, size } from 'viem'

/** Words are digits without `0x`, in lower case. viem's codecs take five times as long. */
const wordDigits = 64

/** @throws Error when it has not so many bytes. */
export function word(hex: Hex, bytes: number): string {
  if (!isHex(hex) || size(hex) !== bytes) throw new Error(`${hex} has not ${bytes} bytes`)
  return hex.slice(2).toLowerCase().padStart(wordDigits, '0')
}

/** @throws viem's IntegerOutOfRangeError. */
export const numberWord = (value: bigint | number, bytes = 32): string =>
  word(numberToHex(value, { size: bytes }), bytes)

/**
 * @param data of an endpoint, which may be anything.
 * @param head words before the list.
 * @param width words of a struct.
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

/** NaN without a word; not exact beyond 2^53. */
const numberOf = (digits: string | undefined): number => (digits === undefined ? Number.NaN : Number(`0x${digits}`))

/** @throws viem's BaseError when it is neither true nor false. */
export function boolOf(digits: string | undefined): boolean {
  const value = numberOf(digits)
  if (value !== 0 && value !== 1) throw notReturned()
  return value === 1
}

const notReturned = () => new BaseError('The answer is not what the contract returns.')
