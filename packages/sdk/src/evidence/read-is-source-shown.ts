import { readVault } from '@tandem/escrow'
import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { readBalance } from '../read-balance.ts'
import { escrowOf } from '../verify-order.ts'
import { type EvidenceOptions, evidenceOf } from './evidence-options.ts'
import { askWhether } from './read-payout.ts'

/**
 * Whether a majority of the application's endpoints show, each in its own newest block, that nothing is left to take back at the source:
 * one that stands still drags no other back to a block before the escrow.
 *
 * @param shown `claimed`: the escrow is; `nothing`: none stands at its address, and no money lies there.
 * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export function readIsSourceShown(
  { source_intent: source }: Order,
  shown: 'claimed' | 'nothing',
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<boolean> {
  const asked = escrowOf(source)
  return askWhether(evidenceOf(options, chainOf(network, source.chain)), 'source', async (client) => {
    const { state } = await readVault(client, asked)
    if (shown === 'claimed') return state === shown
    return state === 'missing' && (await readBalance(client, asked.terms.token, asked.vault)) === 0n
  })
}
