import type { EscrowTerms } from '@tandem/escrow'
import { type Hex, isAddressEqual, zeroAddress } from 'viem'

/**
 * What may be done with an open escrow. `wait`: its secret is not public, and its time is not over. `recipient_only`:
 * it is a hop's, which its recipient alone can claim.
 */
export type Act = 'claim' | 'cancel' | 'wait' | 'recipient_only'

/**
 * The call by which any account may end an open escrow now. Pure.
 *
 * @param chainTime unix seconds on the escrow's chain, which is what the contract compares.
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
