import { type IntentWire, type Network, type OrderWire, orderValueUsd } from '@tandem/contracts'
import { type EscrowTerms, predictVault } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import type { Escrow } from '../domain/settlement.ts'

/** The source escrow of an order. @throws AppError VAULT_MISMATCH. */
export const sourceEscrowOf = (order: OrderWire, network: Network): Escrow =>
  escrowOf(order, order.source_intent, network)

/**
 * The escrow of one side of an order. The registry is ours, and the vault's address must be the one that the terms give
 * there: whatever the orderbook says beyond that, the chain decides.
 *
 * @throws AppError VAULT_MISMATCH.
 */
function escrowOf(order: OrderWire, intent: IntentWire, network: Network): Escrow {
  const chain = network.chains.find((one) => one.chain === intent.chain)
  if (chain?.registry_address == null)
    throw new AppError('VAULT_MISMATCH', `${intent.chain} is not a chain of this relayer`)
  const terms: EscrowTerms = {
    token: getAddress(intent.token_address),
    creator: getAddress(intent.creator),
    recipient: getAddress(intent.recipient),
    hopBridge: intent.hop_bridge_factory === null ? zeroAddress : getAddress(intent.hop_bridge_factory),
    amount: BigInt(intent.amount),
    cancelAfter: intent.cancel_after,
    commitmentHash: intent.commitment_hash as Hex,
  }
  const vault = predictVault({ registry: chain.registry_address as Address, chainId: chain.chain_id, terms })
  if (vault !== getAddress(intent.swap_id))
    throw new AppError('VAULT_MISMATCH', 'the vault address is not the one that the terms give')
  return { chain: intent.chain, vault, terms, valueUsd: orderValueUsd(network.assets, order) }
}

/** Both sides must carry the same hash: one secret opens both or neither. */
export function escrowsOf(order: OrderWire, network: Network): { source: Escrow; destination: Escrow } {
  const source = escrowOf(order, order.source_intent, network)
  const destination = escrowOf(order, order.destination_intent, network)
  if (source.terms.commitmentHash !== destination.terms.commitmentHash)
    throw new AppError('VAULT_MISMATCH', 'the two sides have different commitment hashes')
  return { source, destination }
}
