import type { HopPayload, IntentWire, Network } from '@tandem/contracts'
import { type HopRoute, hopClaimTypedData } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { getAddress, type Hex } from 'viem'
import type { Escrow } from '../domain/settlement.ts'
import type { RelayChain } from './ports.ts'

/**
 * Checks the recipient's hop payload against the order, its signature, and that the bridge takes it: a claim that
 * reverts publishes the secret all the same.
 *
 * @returns what `claimHop` needs, or null on a direct order.
 * @throws AppError HOP_REQUIRED, HOP_NOT_EXPECTED, HOP_MISMATCH, HOP_EXPIRED, SIGNATURE_INVALID, HOP_ROUTE_CLOSED.
 */
export async function checkHop(o: {
  intent: IntentWire
  escrow: Escrow
  hop: HopPayload | null
  chain: RelayChain
  network: Network
  nowSecs: number
}): Promise<{ route: HopRoute; signature: Hex } | null> {
  const { intent, escrow, hop, chain } = o
  if (!intent.l1_hop) {
    if (hop !== null) throw new AppError('HOP_NOT_EXPECTED', 'the order is direct: leave out hop')
    return null
  }
  if (hop === null) throw new AppError('HOP_REQUIRED', 'the order is a hop: send hop, signed by the recipient')
  const expected: [string, string | null, string][] = [
    ['bridge_factory', intent.hop_bridge_factory, hop.bridgeFactory],
    ['dest_blockchain_id', intent.hop_dest_blockchain_id, hop.destBlockchainId],
    ['recipient', intent.hop_recipient, hop.recipient],
    ['fee_token', intent.hop_fee_token, hop.feeToken],
    ['relayer_fee', intent.hop_relayer_fee, String(hop.relayerFee)],
  ]
  for (const [field, ofOrder, given] of expected) {
    if (ofOrder?.toLowerCase() !== given.toLowerCase()) {
      throw new AppError('HOP_MISMATCH', `hop.${field} differs from the order's`, {
        details: { field, expected: ofOrder, given },
      })
    }
  }
  if (hop.deadline < o.nowSecs + chain.claimSafetySecs)
    throw new AppError('HOP_EXPIRED', 'the hop payload expires too soon')

  const route: HopRoute = {
    destBlockchainId: hop.destBlockchainId,
    hopRecipient: hop.recipient,
    feeToken: hop.feeToken,
    relayerFee: hop.relayerFee,
    deadline: hop.deadline,
  }
  const config = o.network.chains.find((one) => one.chain === escrow.chain)
  const typedData = hopClaimTypedData({
    chainId: config?.chain_id ?? 0,
    registry: getAddress(config?.registry_address ?? ''),
    vault: escrow.vault,
    commitmentHash: escrow.terms.commitmentHash,
    hopBridge: escrow.terms.hopBridge,
    route,
  })
  if (!(await chain.isSignedBy(escrow.terms.recipient, typedData, hop.signature))) {
    throw new AppError('SIGNATURE_INVALID', 'the hop payload is not signed by the recipient')
  }
  const { hopBridge, token } = escrow.terms
  if (!(await chain.isHopRouteOpen(hopBridge, token, route.destBlockchainId))) {
    throw new AppError('HOP_ROUTE_CLOSED', `the bridge has no open route to ${intent.final_chain}`)
  }
  return { route, signature: hop.signature }
}
