import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { stringToBytes } from 'viem'
import type { SecretContext } from './secret-source.ts'

/**
 * Derives secrets by HKDF-SHA-256 (RFC 5869). The input key is the wallet's signature, the salt is made of chain and
 * owner, and the info is the start time of the swap.
 */
export function secretDeriver(
  root: Uint8Array,
  { chainId, owner }: Pick<SecretContext, 'chainId' | 'owner'>,
): (startedAtMs: number) => Uint8Array {
  const key = hmac(sha256, stringToBytes(`tandem/secret/v1/${chainId}/${owner.toLowerCase()}`), root)
  const keyed = hmac.create(sha256, key)
  // HKDF appends a counter to the info. A secret is a single block, so the counter is 1.
  return (startedAtMs) =>
    keyed
      .clone()
      .update(stringToBytes(`${startedAtMs}\u0001`))
      .digest()
}
