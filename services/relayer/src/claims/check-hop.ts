import type { HopPayload, IntentWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { ClaimWork } from '../work/domain/work.ts'

/**
 * Checks a hop payload against the order, and its gas: a claim with too little gas for the dispatch reverts after its secret is
 * public.
 * @returns null for a direct order.
 * @throws AppError HOP_REQUIRED, HOP_NOT_EXPECTED, HOP_MISMATCH.
 */
export function checkHop(intent: IntentWire, hop: HopPayload | null, maxDispatchGas: bigint): ClaimWork['hop'] {
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
  if (hop.dispatchGas > maxDispatchGas)
    throw new AppError('HOP_MISMATCH', 'hop.dispatch_gas is more than a hop claim may use', {
      details: { field: 'dispatch_gas', expected: `at most ${maxDispatchGas}`, given: String(hop.dispatchGas) },
    })
  const { bridgeFactory: _, recipient: hopRecipient, signature, ...route } = hop
  return { route: { ...route, hopRecipient }, signature }
}
