import { readVault, type VaultView } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { untilShown } from '../sleep.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { readBalance } from '../wallet/read-account.ts'
import { type EvidenceOptions, evidenceOf, unavailable } from './evidence-options.ts'
import { askWhether } from './read-payout.ts'

/** The result of a refund of the source. */
export interface Refunded {
  /** The transaction of the refund; `null` when nothing had to be sent. */
  txHash: Hex | null
  /** What came back, in base units. */
  amount: bigint
  /**
   * What the wallet's endpoint shows of the source vault:
   * - `cancelled`: the escrow was cancelled, which refunds it.
   * - `recovered`: the amount came back from a vault that was never created.
   * - `swept`: money that arrived after the escrow was settled was sent back.
   * - `nothing`: the vault is empty and was never created.
   * - `claimed`: the market maker claimed the escrow, so nothing comes back.
   */
  shown: 'cancelled' | 'recovered' | 'swept' | 'nothing' | 'claimed'
}

/** Other states of an empty vault that fit each result. A recovery, for example, creates the vault and cancels it. */
const statesOf: Record<Refunded['shown'], readonly VaultView['state'][]> = {
  cancelled: [],
  claimed: [],
  nothing: ['missing'],
  recovered: ['missing', 'cancelled'],
  swept: ['claimed', 'cancelled'],
}

/**
 * Whether the application's endpoints confirm what the wallet's endpoint shows of the source vault. If the application
 * names none for this chain, the wallet's endpoint is believed.
 */
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

/**
 * Waits up to ten seconds until `isShown` confirms a refund, because endpoints may be behind the wallet's.
 *
 * @throws a retryable `EVIDENCE_UNAVAILABLE` when it does not.
 */
export async function requireConfirmed(
  { source_intent: { chain } }: Order,
  { shown, txHash }: Pick<Refunded, 'shown' | 'txHash'>,
  isShown: () => Promise<boolean>,
): Promise<void> {
  if (await untilShown(() => isShown().catch(() => false), Boolean)) return
  throw unavailable({ chain }, `the wallet’s endpoint alone shows the source ${shown}`, { tx_hash: txHash })
}
