import { hashSecret } from '@tandem/escrow'
import { combine } from 'shamir-secret-sharing'
import { bytesToHex, type Hex, hexToBytes } from 'viem'

/**
 * The secret, from shares whose hashes were checked.
 * @returns undefined with too few, or from a dealer that lied.
 */
export async function openShares(shares: Iterable<Hex>, commitmentHash: Hex): Promise<Hex | undefined> {
  const all = [...new Set(shares)].map((share) => hexToBytes(share))
  if (all.length < 2) return undefined
  const secret = await combine(all).then(bytesToHex, () => undefined)
  return secret !== undefined && hashSecret(secret) === commitmentHash ? secret : undefined
}
