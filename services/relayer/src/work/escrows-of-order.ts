import {
  type ChainConfig,
  chainOfAsset,
  fillWindowSecs,
  highestWorthUsd,
  type IntentWire,
  type Network,
  type OrderWire,
  type WindowRules,
} from '@tandem/contracts'
import { type EscrowTerms, isSameAddress, isVaultOf } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { FillTime, Side } from './domain/work.ts'

/**
 * The escrow of one side. Registry, token and bridge must be those of this relayer's network file, and the address that of the
 * terms: the orderbook decides nothing.
 * @throws AppError VAULT_MISMATCH.
 */
function escrowOf(order: OrderWire, intent: IntentWire, network: Network): Escrow {
  const chain = network.chains.find((one) => one.chain === intent.chain)
  if (chain?.registry_address == null) throw mismatch(`${intent.chain} is not a chain of this relayer`)
  const stranger = unknownContract(intent, chain, network)
  if (stranger !== undefined) throw mismatch(`${stranger} is not one of this relayer's network file`)
  const terms: EscrowTerms = {
    token: checksummed(intent.token_address),
    creator: checksummed(intent.creator),
    recipient: checksummed(intent.recipient),
    hopBridge: intent.hop_bridge_factory === null ? zeroAddress : checksummed(intent.hop_bridge_factory),
    amount: BigInt(intent.amount),
    cancelAfter: intent.cancel_after,
    commitmentHash: intent.commitment_hash as Hex,
  }
  const vault = checksummed(intent.swap_id)
  if (!isVaultOf(vault, { registry: chain.registry_address as Address, chainId: chain.chain_id, terms }))
    throw mismatch('the vault address is not the one that the terms give')
  const hashes = [intent.create_tx_hash, intent.claim_tx_hash, intent.cancel_tx_hash]
  const told = hashes.flatMap((hash) => (hash === null ? [] : [hash as Hex]))
  return { chain: intent.chain, vault, terms, valueUsd: highestWorthUsd(network.assets, order), told }
}

/** The address with its checksum. One that has a checksum is taken as it is, because the order's schema has checked it. */
const checksummed = (address: string): Address => {
  const digits = address.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasChecksum ? (address as Address) : getAddress(`0x${digits.toLowerCase()}`)
}

/** The field of the order that is not of this relayer's network file; undefined when all are. */
function unknownContract(intent: IntentWire, chain: ChainConfig, network: Network): string | undefined {
  const isSame = (one: string, other: string | null) =>
    other !== null && isSameAddress(one as Address, other as Address)
  const asset = network.assets.find((one) => one.asset === intent.asset)
  if (!isSame(intent.registry_address, chain.registry_address)) return 'registry_address'
  if (asset === undefined || chainOfAsset(asset.asset) !== chain.chain) return 'asset'
  if (!isSame(intent.token_address, asset.token_address)) return 'token_address'
  const { hop_bridge_factory: bridge, hop_dest_blockchain_id: destination } = intent
  if (bridge === null) return intent.l1_hop ? 'hop_bridge_factory' : undefined
  if (!intent.l1_hop || !isSame(bridge, chain.hop_bridge_address)) return 'hop_bridge_factory'
  const final = network.chains.find((one) => one.chain === intent.final_chain && one.hub_chain === chain.chain)
  if (final === undefined) return 'final_chain'
  const isFinal = destination !== null && destination.toLowerCase() === final.blockchain_id?.toLowerCase()
  return isFinal ? undefined : 'hop_dest_blockchain_id'
}

/** The rules for an order's deadlines, by this relayer's network file. */
export function windowRulesOf(
  { source, destination }: { source: Pick<Escrow, 'chain' | 'valueUsd'>; destination: Pick<Escrow, 'chain'> },
  network: Network,
): WindowRules {
  const configOf = ({ chain }: Pick<Escrow, 'chain'>) => network.chains.find((one) => one.chain === chain)
  const [from, to] = [configOf(source), configOf(destination)]
  if (from === undefined || to === undefined) throw new Error('a chain of the order is not configured')
  return { source: from, destination: to, minMarginSecs: network.min_margin_secs, worthUsd: source.valueUsd }
}

/** The times by which the source must be created. The destination's deadline is certain, because the vault's address binds it. */
export function fillTimeOf(
  { fill_by, initiate_by }: Pick<OrderWire, 'fill_by' | 'initiate_by'>,
  { source, destination }: Record<Side, Escrow>,
  network: Network,
): FillTime {
  const { chain, terms } = destination
  const rules = windowRulesOf({ source, destination }, network)
  const windowSecs = fillWindowSecs(rules.source, rules.destination, rules.worthUsd)
  return { chain, cancelAfter: terms.cancelAfter, windowSecs, fillBy: fill_by, initiateBy: initiate_by }
}

/**
 * The two sides are different vaults with one hash: one secret opens both or neither.
 * @throws AppError VAULT_MISMATCH.
 */
export function escrowsOf(order: OrderWire, network: Network): { source: Escrow; destination: Escrow } {
  const source = escrowOf(order, order.source_intent, network)
  const destination = escrowOf(order, order.destination_intent, network)
  if (source.terms.commitmentHash !== destination.terms.commitmentHash)
    throw mismatch('the two sides have different commitment hashes')
  if (source.chain === destination.chain && source.vault === destination.vault)
    throw mismatch('both sides name one vault: a claim would take back what the user has paid, and pay nobody')
  return { source, destination }
}

const mismatch = (reason: string) => new AppError('VAULT_MISMATCH', reason)
