import type { Hex } from 'viem'

/** RLP has no leading zeros: zero is the empty string. */
export function integerBytes(quantity: Hex): Hex {
  const digits = quantity.slice(2).replace(/^0+/, '')
  return digits === '' ? '0x' : `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
}
