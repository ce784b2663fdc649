import type { Hex } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'
import { numberWord, word } from './hex-words.ts'

/**
 * `abi.encode` of the contract's `EscrowTerms`, seven words.
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

/** A key for maps of terms. It is not a hash, because hashing would cost the relayer's worker a third more CPU. */
export const keyOfTerms = (terms: EscrowTerms): string =>
  [
    ...[terms.token, terms.creator, terms.recipient, terms.hopBridge, terms.commitmentHash],
    ...[terms.amount, terms.cancelAfter],
  ].join(' ')
