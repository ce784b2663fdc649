import { type Address, keccak256, stringToBytes } from 'viem'

/**
 * EIP-55, for addresses that come once: viem looks each up in two caches.
 * @param digits in lower case, without `0x`.
 */
export function checksummed(digits: string): Address {
  const hash = keccak256(stringToBytes(digits), 'bytes')
  let address: Address = '0x'
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index)
    const nibble = (hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)
    address += (nibble & 8) === 0 ? digit : digit.toUpperCase()
  }
  return address
}
