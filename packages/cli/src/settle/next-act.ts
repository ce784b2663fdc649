import type { EscrowTerms } from '@tandem/escrow'
import { type Hex, isAddressEqual, zeroAddress } from 'viem'

/**
 * What can be done with an open escrow. `wait` means that its secret is not public and that it cannot be cancelled yet.
 * `recipient_only` means that it is the escrow of a hop, which only its recipient can claim.
 */
export type Act = 'claim' | 'cancel' | 'wait' | 'recipient_only'

/**
 * Decides by which call any account can settle an open escrow now.
 *
 * @param chainTime the time of the chain's newest block in unix seconds, because the contract compares block times.
 * @param secret the escrow's secret; `undefined` as long as no chain has published it.
 */
export function nextAct(
  { cancelAfter, hopBridge }: Pick<EscrowTerms, 'cancelAfter' | 'hopBridge'>,
  { chainTime, secret }: { chainTime: number; secret: Hex | undefined },
): Act {
  if (chainTime >= cancelAfter) return 'cancel'
  if (secret === undefined) return 'wait'
  return isAddressEqual(hopBridge, zeroAddress) ? 'claim' : 'recipient_only'
}
