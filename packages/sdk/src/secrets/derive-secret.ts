import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { stringToBytes } from 'viem'
import type { SecretContext } from './secret-source.ts'

/**
 * Derives secrets by HKDF-SHA-256 (RFC 5869): the signature is the key, chain and owner are the salt, and the start
 * time is the info.
 */
export function secretDeriver(
  root: Uint8Array,
  { chainId, owner }: Pick<SecretContext, 'chainId' | 'owner'>,
): (startedAtMs: number) => Uint8Array {
  const key = hmac(sha256, stringToBytes(`tandem/secret/v1/${chainId}/${owner.toLowerCase()}`), root)
  const keyed = hmac.create(sha256, key)
  // The counter of the only block, a byte of 1, stands behind the info.
  return (startedAtMs) =>
    keyed
      .clone()
      .update(stringToBytes(`${startedAtMs}\u0001`))
      .digest()
}
