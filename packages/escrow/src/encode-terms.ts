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

/** Keccak-256 of the encoded terms: the part of a vault's salt that differs between vaults of a chain. */
export const hashTerms = (terms: EscrowTerms): Hex => keccak256(encodeTerms(terms))

/**
 * A key for maps: two terms with the same key are the same terms. It is not hashed, because a reader asks for it several
 * times per vault: with {@link hashTerms} instead, a claim costs the relayer's worker a third more CPU time.
 */
export const keyOfTerms = (terms: EscrowTerms): string =>
  [
    ...[terms.token, terms.creator, terms.recipient, terms.hopBridge, terms.commitmentHash],
    ...[terms.amount, terms.cancelAfter],
  ].join(' ')

function word(hex: Hex, bytes: number): string {
  if (!isHex(hex) || size(hex) !== bytes) throw new Error(`${hex} has not ${bytes} bytes`)
  return hex.slice(2).toLowerCase().padStart(64, '0')
}
