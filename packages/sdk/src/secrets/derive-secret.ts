import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { stringToBytes } from 'viem'
import type { SecretContext } from './secret-source.ts'

/** HKDF-SHA-256 (RFC 5869): signature as key, chain and owner as salt, start time as info. */
export function secretDeriver(
  root: Uint8Array,
  { chainId, owner }: Pick<SecretContext, 'chainId' | 'owner'>,
): (startedAtMs: number) => Uint8Array {
  const key = hmac(sha256, stringToBytes(`tandem/secret/v1/${chainId}/${owner.toLowerCase()}`), root)
  const keyed = hmac.create(sha256, key)
  const counter = Uint8Array.of(1)
  return (startedAtMs) =>
    keyed
      .clone()
      .update(stringToBytes(String(startedAtMs)))
      .update(counter)
      .digest()
}
