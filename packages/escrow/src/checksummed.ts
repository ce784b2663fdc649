import { type Address, stringToBytes } from 'viem'
import { keccakOfViem } from './keccak.ts'

/**
 * The checksummed form of an address (EIP-55). viem's own function looks each address up in two caches, which only
 * costs time for an address that is seen once.
 *
 * @param digits in lower case, without `0x`.
 */
export function checksummed(digits: string, keccak = keccakOfViem): Address {
  const hash = keccak(stringToBytes(digits)).slice(2)
  let address: Address = '0x'
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index)
    address += hash.charAt(index) < '8' ? digit : digit.toUpperCase()
  }
  return address
}
