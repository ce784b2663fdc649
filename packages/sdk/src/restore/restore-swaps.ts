import { pinnedNetwork } from '../pinned-network.ts'
import { Swap } from '../swap.ts'
import type { SwapOptions } from '../swap-state.ts'
import { findSwaps, type RestoreOptions } from './find-swaps.ts'

/**
 * Finds the open swaps of a user whose storage is lost: from the orderbook, and from the chains where `evidence` names
 * endpoints. Their secrets are those of `walletSecrets`. A swap found on the chains alone has no order to read
 * (`isChainOnly`): `run`, `claimOnHub` and `refund` end it. Tokens that were sent to a vault that was never created leave
 * no trace that the chains alone could show: for them the orderbook or the saved state is needed.
 *
 * @throws TandemError `EVIDENCE_REQUIRED`, `UNVERIFIED`; the wallet's refusal to sign.
 */
export async function restoreSwaps(restore: RestoreOptions, options: SwapOptions): Promise<Swap[]> {
  const network = await pinnedNetwork(options)
  const swaps: Swap[] = []
  for (const found of await findSwaps(options, network, restore))
    swaps.push(await Swap.restored(found, options, network))
  return swaps
}
