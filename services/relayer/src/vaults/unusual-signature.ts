import { type Hex, size, slice } from 'viem'

/**
 * What is unusual about the form of a signature that was not accepted, as the end of a sentence; empty for the usual form.
 * The form alone refuses no signature, because the contract of a wallet may take any.
 */
export function unusualForm(signature: Hex): string {
  const bytes = size(signature)
  if (bytes === 64)
    return '; it has 64 bytes (EIP-2098), and some tokens take only the 65 bytes of r, s and a recovery byte of 27 or 28'
  if (bytes !== 65) return `; it has ${bytes} bytes, and the signature of a key has 65`
  const recovery = slice(signature, 64).toLowerCase()
  if (recovery === '0x1b' || recovery === '0x1c') return ''
  const isParity = recovery === '0x00' || recovery === '0x01'
  return `; it ends with a recovery byte of ${Number(recovery)}, and must end with ${isParity ? 27 + Number(recovery) : '27 or 28'}`
}
