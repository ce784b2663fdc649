import type { IntentWire } from '@tandem/contracts'
import { type EscrowTerms, encodeCancel, encodeClaim } from '@tandem/escrow'
import { type Address, type Hex, zeroAddress } from 'viem'

/** The terms of an intent, as its registry takes them. */
export const termsOf = (intent: IntentWire): EscrowTerms => ({
  token: intent.token_address as Address,
  creator: intent.creator as Address,
  recipient: intent.recipient as Address,
  hopBridge: (intent.hop_bridge_factory ?? zeroAddress) as Address,
  amount: BigInt(intent.amount),
  cancelAfter: intent.cancel_after,
  commitmentHash: intent.commitment_hash as Hex,
})

/** The call that claims a plain escrow. */
export const claimCall = (intent: IntentWire, secret: Hex): { to: Address; data: Hex } => ({
  to: intent.registry_address as Address,
  data: encodeClaim(termsOf(intent), secret),
})

/** The call that cancels an escrow. */
export const cancelCall = (intent: IntentWire): { to: Address; data: Hex } => ({
  to: intent.registry_address as Address,
  data: encodeCancel(termsOf(intent)),
})
