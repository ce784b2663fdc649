import type { VaultFacts } from '@tandem/chain'
import type { ConfirmationDepth } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import { isPinnedAsset, isPredicted } from '../verify/verify-order.ts'
import type { EvidenceOptions } from './evidence-options.ts'
import { readHeld, readSide } from './read-side.ts'

/** What the endpoints show of one side of an order. */
export interface InspectedSide extends Pick<VaultFacts, 'latest' | 'atDepth' | 'chainTime'> {
  /** Whether the vault's address follows from the order's terms. */
  isPredicted: boolean
  /** Whether the token is the one of the pinned asset. On a hop it is compared with the asset on the hub. */
  isPinnedAsset: boolean
  depth: ConfirmationDepth
  /** How many endpoints had to agree. */
  majority: number
  /** What was sent to the vault's address before the vault exists, in base units. */
  prefund: bigint
}

/**
 * Reads from the chain what became of one side of an order. It needs no wallet and no secret, and believes no server.
 *
 * @throws `UNVERIFIED`, `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 * @example
 * const { latest, isPredicted } = await inspectSide(order, 'source_intent', network, { endpoints })
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
