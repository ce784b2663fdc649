import type { EscrowTerms } from '@tandem/escrow'
import type { Address } from 'viem'
import type { Intent, Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { escrowOf } from '../verify-order.ts'
import { confirmationDepth, type Depth, highestWorthUsd } from './confirmation-depth.ts'
import { type ChainEvidence, type EvidenceOptions, evidenceOf } from './evidence-options.ts'
import { readVaultEvidence, type VaultEvidence } from './read-vault-evidence.ts'

interface ReadSide {
  intent: Intent
  evidence: ChainEvidence
  depth: Depth
  vault: Address
  terms: EscrowTerms
  views: VaultEvidence
}

/**
 * One side of an order, and its vault as the application's endpoints show it.
 *
 * @param asked the depth at which it is looked at; by default the one of the order's worth.
 * @throws TandemError `UNVERIFIED` when the chain is not pinned; `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function readSide(
  order: Order,
  side: 'source_intent' | 'destination_intent',
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
  asked?: Depth,
): Promise<ReadSide> {
  const intent = order[side]
  const chain = chainOf(network, intent.chain)
  const evidence = evidenceOf(options, chain)
  const depth = asked ?? confirmationDepth(chain, options?.valueUsd ?? highestWorthUsd(order, network))
  const { vault, terms } = escrowOf(intent)
  return { intent, evidence, depth, vault, terms, views: await readVaultEvidence(evidence, { vault, terms, depth }) }
}
