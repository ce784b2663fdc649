import type { VaultView } from '@tandem/escrow'
import type { ConfirmationDepth } from '@tandem/rules'
import type { Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import { isPinnedAsset, isPredicted } from '../verify-order.ts'
import type { EvidenceOptions } from './evidence-options.ts'
import { readHeld, readSide } from './read-side.ts'

/** One side of an order as the application's own endpoints show it. */
export interface InspectedSide {
  /** Whether the vault's address is the one that the pinned registry gives the order's terms. */
  isPredicted: boolean
  /** Whether its chain and token are those that the pinned network gives the order's asset; on a hop, the hub's. */
  isPinnedAsset: boolean
  /** The vault in the newest block that a majority of the endpoints has. */
  latest: VaultView
  /** The vault in the newest block that counts. */
  atDepth: VaultView
  /** When a fact of this order counts on the chain. */
  depth: ConfirmationDepth
  /** Time of that newest block, unix seconds. */
  chainTime: number
  /** How many endpoints say the same. */
  majority: number
  /**
   * Base units of the order's token at the address while no vault stands there: tokens that were sent and can be taken
   * back.
   */
  prefund: bigint
}

/**
 * Reads one side of any order, also of one that is not the application's own, without believing a server: the vault's
 * address is computed from the terms, and its state is read from the chain. It needs no wallet and no secret.
 *
 * @throws TandemError `UNVERIFIED` when the chain is not pinned; `EVIDENCE_REQUIRED` without an endpoint of it;
 * `EVIDENCE_UNAVAILABLE` when too few endpoints answer, or no majority says the same.
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
    majority: evidence.panel.majority,
    ...views,
  }
}
