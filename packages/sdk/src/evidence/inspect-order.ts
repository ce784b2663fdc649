import type { VaultFacts } from '@tandem/chain'
import type { ConfirmationDepth } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import { isPinnedAsset, isPredicted } from '../verify/verify-order.ts'
import type { EvidenceOptions } from './evidence-options.ts'
import { readHeld, readSide } from './read-side.ts'

export interface InspectedSide extends Pick<VaultFacts, 'latest' | 'atDepth' | 'chainTime'> {
  isPredicted: boolean
  /** Whether the token is that of the pinned asset; on a hop, that of the hub's asset. */
  isPinnedAsset: boolean
  depth: ConfirmationDepth
  majority: number
  /** Base units at the vault's address while the vault does not exist. */
  prefund: bigint
}

/**
 * Reads what the endpoints show of one side of an order. No server's word, wallet or secret is needed.
 *
 * @throws `UNVERIFIED`, `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function inspectSide(
  order: Order,
  side: 'source_intent' | 'destination_intent',
  network: KnownNetwork,
  options: EvidenceOptions,
): Promise<InspectedSide> {
  const read = await readSide(order, side, network, options)
  const { intent, evidence, depth, views } = read
  return {
    prefund: views.latest.state === 'missing' ? await readHeld(read) : 0n,
    isPredicted: isPredicted(intent, network.chains),
    isPinnedAsset: isPinnedAsset(intent, network),
    depth,
    majority: evidence.quorum.majority,
    ...views,
  }
}
