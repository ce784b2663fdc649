import { encodePacked, type Hex } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'

/** The 133 bytes of terms behind a vault's clone code. */
export function packTerms(terms: EscrowTerms): Hex {
  return encodePacked(
    ['address', 'address', 'address', 'address', 'uint128', 'uint40', 'bytes32'],
    [
      terms.token,
      terms.creator,
      terms.recipient,
      terms.hopBridge,
      terms.amount,
      terms.cancelAfter,
      terms.commitmentHash,
    ],
  )
}
