import { readVault, type VaultView } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { untilShown } from '../sleep.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { readBalance } from '../wallet/read-account.ts'
import { type EvidenceOptions, evidenceOf, unavailable } from './evidence-options.ts'
import { askWhether } from './read-payout.ts'

export interface Refunded {
  txHash: Hex | null
  /** In base units. */
  amount: bigint
  /**
   * What the chain shows of the source. `recovered`: the amount came back from a vault that was never created. `swept`:
   * money that came late to a settled escrow was sent back.
   */
  shown: 'cancelled' | 'recovered' | 'swept' | 'nothing' | 'claimed'
}

/** The states in which a vault may be then. A recovery creates and cancels the vault. */
const statesOf: Record<Refunded['shown'], readonly VaultView['state'][]> = {
  cancelled: [],
  claimed: [],
  nothing: ['missing'],
  recovered: ['missing', 'cancelled'],
  swept: ['claimed', 'cancelled'],
}

/** Whether the application's endpoints confirm what the wallet's shows. Without endpoints, the wallet's is believed. */
export async function readIsRefundConfirmed(
  { source_intent: source }: Order,
  shown: Refunded['shown'],
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<boolean> {
  if ((options?.endpoints[source.chain] ?? []).length === 0) return true
  const asked = escrowOf(source)
  return askWhether(evidenceOf(options, chainOf(network, source.chain)), 'source', async (client) => {
    const { state } = await readVault(client, asked)
    if (state === shown) return true
    return statesOf[shown].includes(state) && (await readBalance(client, asked.terms.token, asked.vault)) === 0n
  })
}

/** Waits until it is confirmed, because endpoints may lag. */
export async function requireConfirmed(
  { source_intent: { chain } }: Order,
  { shown, txHash }: Pick<Refunded, 'shown' | 'txHash'>,
  isShown: () => Promise<boolean>,
): Promise<void> {
  if (await untilShown(() => isShown().catch(() => false), Boolean)) return
  throw unavailable({ chain }, `the wallet’s endpoint alone shows the source ${shown}`, { tx_hash: txHash })
}
