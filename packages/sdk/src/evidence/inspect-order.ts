import type { VaultFacts } from '@tandem/chain'
import type { ConfirmationDepth } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import { isPinnedAsset, isPredicted } from '../verify/verify-order.ts'
import type { EvidenceOptions } from './evidence-options.ts'
import { readHeld, readSide } from './read-side.ts'

export interface InspectedSide extends Pick<VaultFacts, 'latest' | 'atDepth' | 'chainTime'> {
  isPredicted: boolean
  /** On a hop, the hub's. */
  isPinnedAsset: boolean
  depth: ConfirmationDepth
  majority: number
  /** Without a vault. */
  prefund: bigint
}

/**
 * Without a server's word, a wallet or a secret.
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
