import { type Hex, isHex, sha256, size } from 'viem'

/**
 * SHA-256 of the 32 bytes, in lower case.
 * @throws Error for anything but 32 bytes of hex, without repeating it.
 */
export function hashSecret(secret: Hex): Hex {
  if (!isHex(secret) || secret.length !== 66 || size(secret) !== 32)
    throw new Error('a secret is 32 bytes of 0x-prefixed hex')
  return sha256(secret)
}
