import type { EscrowTerms } from '@tandem/escrow'
import { type Hex, isAddressEqual, zeroAddress } from 'viem'

/** `wait`: its secret is not public, and its time is not over. `recipient_only`: a hop, which its recipient alone can claim. */
export type Act = 'claim' | 'cancel' | 'wait' | 'recipient_only'

/**
 * The call by which any account may end an open escrow now. Pure.
 *
 * @param chainTime of the escrow's chain, unix seconds: the contract judges by it.
 * @param secret that a chain has shown.
 */
export function nextAct(
  { cancelAfter, hopBridge }: Pick<EscrowTerms, 'cancelAfter' | 'hopBridge'>,
  { chainTime, secret }: { chainTime: number; secret: Hex | undefined },
): Act {
  if (chainTime >= cancelAfter) return 'cancel'
  if (secret === undefined) return 'wait'
  return isAddressEqual(hopBridge, zeroAddress) ? 'claim' : 'recipient_only'
}
