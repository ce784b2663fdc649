import { BaseError, type Hex, isHex, numberToHex, size } from 'viem'

/**
 * Words of the contract ABI as hex text: 64 digits in lower case, without `0x`. The reading of vaults goes through these for
 * every claim, and viem's codecs, which look at each checksum again and walk the ABI, take five times as long.
 */
const wordDigits = 64

/** @throws Error when it has not so many bytes. */
export function word(hex: Hex, bytes: number): string {
  if (!isHex(hex) || size(hex) !== bytes) throw new Error(`${hex} has not ${bytes} bytes`)
  return hex.slice(2).toLowerCase().padStart(wordDigits, '0')
}

/** @throws viem's IntegerOutOfRangeError when it is negative or does not fit into so many bytes. */
export const numberWord = (value: bigint | number, bytes = 32): string =>
  word(numberToHex(value, { size: bytes }), bytes)

/**
 * The rows of an answer that ends with a list of structs without dynamic fields.
 *
 * @param data as an endpoint gave it, which may be anything.
 * @param head how many words the answer has before the list's own: values, then the offset of the list.
 * @param width how many words a struct has.
 * @throws viem's BaseError when it is no such answer.
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

/** @returns NaN without a word; beyond 2^53 it is not exact. */
const numberOf = (digits: string | undefined): number => (digits === undefined ? Number.NaN : Number(`0x${digits}`))

/** @throws viem's BaseError when it is neither true nor false. */
export function boolOf(digits: string | undefined): boolean {
  const value = numberOf(digits)
  if (value !== 0 && value !== 1) throw notReturned()
  return value === 1
}

const notReturned = () => new BaseError('The answer is not what the contract returns.')
