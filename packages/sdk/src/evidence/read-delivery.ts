import { askBlockAtDepth } from '@tandem/chain'
import { decodeEscrowLog, isSameAddress } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { believe, type EvidenceOptions, evidenceOf, evidenceRequired } from './evidence-options.ts'
import { readHopState, readLogs } from './read-hop-state.ts'
import { askWhether } from './read-payout.ts'
import { depthOf } from './read-side.ts'

/**
 * Reads whether a hop has paid its recipient: either the message was executed on the final chain, at depth, or the
 * amount was paid on the hub. The orderbook names the message. That it belongs to this vault is proved by the
 * registry's event.
 *
 * @returns true for an order that is not a hop.
 * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function readIsDelivered(
  order: Order,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<boolean> {
  const { destination_intent: hub } = order
  if (!hub.l1_hop) return true
  const { claim_tx_hash: claimHash, bridge_message_id: messageId, final_chain: name } = hub
  const evidence = evidenceOf(options, chainOf(network, hub.chain))
  if (claimHash === null || name === null) return false
  const { vault, registry } = escrowOf(hub)
  const isOwn = await askWhether(evidence, 'receipt', async (client) => {
    const logs = await readLogs(client, claimHash as Hex)
    return logs.some((log) => {
      const event = isSameAddress(log.address, registry) ? decodeEscrowLog(log) : undefined
      if (event === undefined || !isSameAddress(event.vault, vault)) return false
      return event.type === 'hop_dispatched'
        ? event.messageId === messageId
        : messageId === null && event.type === 'claimed'
    })
  })
  if (!isOwn || messageId === null) return isOwn
  const final = evidenceOf(options, chainOf(network, name))
  const { messenger_address: messenger } = final.chain
  if (messenger == null) throw evidenceRequired(`messenger_address of ${name}`)
  const block = await believe(final, askBlockAtDepth(final.quorum, depthOf(final.chain, order, network)))
  return askWhether(final, 'delivery', async (client) => {
    const asked = { messenger: messenger as Address, messageId: messageId as Hex, blockNumber: block }
    return (await readHopState(client, asked)) === 'delivered'
  })
}
