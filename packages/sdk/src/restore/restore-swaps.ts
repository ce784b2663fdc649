import { pinnedNetwork } from '../pinned-network.ts'
import { Swap } from '../swap.ts'
import type { SwapOptions } from '../swap-state.ts'
import { findSwaps, type RestoreOptions } from './find-swaps.ts'

/**
 * For a user whose storage is lost; secrets are those of `walletSecrets`. Only the orderbook or the saved state knows
 * prefunds.
 * @throws `EVIDENCE_REQUIRED`, `UNVERIFIED`; the wallet's refusal to sign.
 */
export async function restoreSwaps(restore: RestoreOptions, options: SwapOptions): Promise<Swap[]> {
  const network = await pinnedNetwork(options)
  const swaps: Swap[] = []
  for (const found of await findSwaps(options, network, restore))
    swaps.push(await Swap.restored(found, options, network))
  return swaps
}
