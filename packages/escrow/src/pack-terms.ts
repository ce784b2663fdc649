import { type Hex, isHex, keccak256, numberToHex, size } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'

/**
 * The 133 bytes of terms behind a vault's clone code: `abi.encodePacked(token, creator, recipient, hopBridge,
 * uint128 amount, uint40 cancelAfter, commitmentHash)`.
 *
 * @throws Error when a value does not fit its field.
 */
export function packTerms(terms: EscrowTerms): Hex {
  const { token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash } = terms
  return `0x${[
    ...[token, creator, recipient, hopBridge].map((address) => digits(address, 20)),
    digits(numberToHex(amount, { size: 16 }), 16),
    digits(numberToHex(cancelAfter, { size: 5 }), 5),
    digits(commitmentHash, 32),
  ].join('')}`
}

/** What a reader of many vaults holds against theirs ({@link readVaults}): keccak-256 of the packed terms. */
export const hashTerms = (terms: EscrowTerms): Hex => keccak256(packTerms(terms))

function digits(hex: Hex, bytes: number): string {
  if (!isHex(hex) || size(hex) !== bytes) throw new Error(`${hex} has not ${bytes} bytes`)
  return hex.slice(2).toLowerCase()
}
