import { type Hex, isHex, keccak256, numberToHex, size } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'

/**
 * The terms as the contract hashes them: `abi.encode` of its `EscrowTerms`, seven words.
 *
 * @throws Error when a value does not fit its field.
 */
export function encodeTerms(terms: EscrowTerms): Hex {
  const { token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash } = terms
  return `0x${[
    ...[token, creator, recipient, hopBridge].map((address) => word(address, 20)),
    word(numberToHex(amount, { size: 16 }), 16),
    word(numberToHex(cancelAfter, { size: 5 }), 5),
    word(commitmentHash, 32),
  ].join('')}`
}

/** A name for the terms that is short: keccak-256 of them. */
export const hashTerms = (terms: EscrowTerms): Hex => keccak256(encodeTerms(terms))

function word(hex: Hex, bytes: number): string {
  if (!isHex(hex) || size(hex) !== bytes) throw new Error(`${hex} has not ${bytes} bytes`)
  return hex.slice(2).toLowerCase().padStart(64, '0')
}
