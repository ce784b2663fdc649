import { type Hex, isHex, sha256, size } from 'viem'

/**
 * The commitment hash of a secret: SHA-256 of its 32 bytes, as lower-case hex.
 *
 * @throws Error when the secret is not exactly 32 bytes of 0x-prefixed hex. The message does not repeat it.
 */
export function hashSecret(secret: Hex): Hex {
  if (!isHex(secret) || secret.length !== 66 || size(secret) !== 32)
    throw new Error('a secret is 32 bytes of 0x-prefixed hex')
  return sha256(secret)
}
