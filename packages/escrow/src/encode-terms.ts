import { type Hex, keccak256 } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'
import { numberWord, word } from './hex-words.ts'

/**
 * The terms as the contract hashes them: `abi.encode` of its `EscrowTerms`, seven words.
 *
 * @throws Error when a value does not fit its field.
 */
export function encodeTerms(terms: EscrowTerms): Hex {
  const { token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash } = terms
  return `0x${[
    ...[token, creator, recipient, hopBridge].map((address) => word(address, 20)),
    numberWord(amount, 16),
    numberWord(cancelAfter, 5),
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
