import { type Hex, isHex, sha256, size } from 'viem'

/**
 * The SHA-256 of a secret, in lower case.
 *
 * @throws Error for anything but 32 bytes of hex. The message does not repeat it.
 */
export function hashSecret(secret: Hex): Hex {
  if (!isHex(secret) || secret.length !== 66 || size(secret) !== 32)
    throw new Error('a secret is 32 bytes of 0x-prefixed hex')
  return sha256(secret)
}
