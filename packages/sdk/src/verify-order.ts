import { type EscrowTerms, predictVault } from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import type { Asset, Chain, Intent, Order, Quote } from './client.ts'
import { TandemError } from './tandem-error.ts'

/** What the user knows before it asks for the order, and what the order must therefore say. */
export interface Expectation {
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type'>
  commitmentHash: Hex
  /** The user's address on the source chain. */
  sourceAddress: Address
  /** The user's address on the destination chain. */
  destinationAddress: Address
}

/** A chain as far as verification needs it. Pin the registry in the application where you can. */
export type VerifiedChain = Pick<Chain, 'chain' | 'chain_id' | 'registry_address'>

/** An asset as far as verification needs it. Pin the tokens in the application where you can. */
export type VerifiedAsset = Pick<Asset, 'asset' | 'token_address'>

/** What the application holds an order against: its own lists, or those that the orderbook gives. */
export interface KnownNetwork {
  chains: readonly VerifiedChain[]
  assets: readonly VerifiedAsset[]
}

/** The escrow that an intent describes. */
export function termsOf(intent: Intent): EscrowTerms {
  return {
    token: intent.token_address as Address,
    creator: intent.creator as Address,
    recipient: intent.recipient as Address,
    hopBridge: (intent.hop_bridge_factory ?? zeroAddress) as Address,
    amount: BigInt(intent.amount),
    cancelAfter: intent.cancel_after,
    commitmentHash: intent.commitment_hash as Hex,
  }
}

/**
 * Checks an order against what the user asked for, and both vault addresses against their terms, so that money is only
 * ever sent to the escrow that was agreed on. Pure.
 *
 * @throws TandemError `UNVERIFIED` naming the first thing that does not fit.
 */
export function verifyOrder(order: Order, expected: Expectation, { chains, assets }: KnownNetwork): void {
  const { source_intent: source, destination_intent: destination } = order
  const { quote } = expected
  // The quote says it, not the order: an order must not excuse itself from the checks below.
  const isHop = quote.route_type === 'hop'
  const checks: [string, boolean][] = [
    ['quote_id', order.quote_id === quote.quote_id],
    ['l1_hop', destination.l1_hop === isHop],
    ['source asset', source.asset === quote.source.asset],
    ['source amount', source.amount === quote.source.amount],
    // On a hop the escrow holds the hub chain's asset; what arrives in the end stands in final_token_address.
    ['destination asset', isHop || destination.asset === quote.destination.asset],
    ['destination amount', isHop || destination.amount === quote.destination.amount],
    ['source token_address', isKnownToken(source, assets)],
    ['destination token_address', isKnownToken(destination, assets)],
    ['source commitment_hash', source.commitment_hash === expected.commitmentHash],
    ['destination commitment_hash', destination.commitment_hash === expected.commitmentHash],
    ['source creator', isAddressEqual(source.creator as Address, expected.sourceAddress)],
    ['destination recipient', isAddressEqual(destination.recipient as Address, expected.destinationAddress)],
    ['deadlines: the source must outlive the destination', source.cancel_after > destination.cancel_after],
    ['source vault address', isPredicted(source, chains)],
    ['destination vault address', isPredicted(destination, chains)],
  ]
  const wrong = checks.find(([, isRight]) => !isRight)
  if (wrong !== undefined) throw new TandemError('UNVERIFIED', `the order is not what was asked for: ${wrong[0]}`)
}

function isKnownToken({ asset, token_address }: Intent, assets: readonly VerifiedAsset[]): boolean {
  const known = assets.find((one) => one.asset === asset)
  return known !== undefined && isAddressEqual(known.token_address as Address, token_address as Address)
}

function isPredicted(intent: Intent, chains: readonly VerifiedChain[]): boolean {
  const chain = chains.find((one) => one.chain === intent.chain)
  if (chain?.registry_address == null) return false
  const registry = chain.registry_address as Address
  if (!isAddressEqual(registry, intent.registry_address as Address)) return false
  const vault = predictVault({ registry, chainId: chain.chain_id, terms: termsOf(intent) })
  return isAddressEqual(vault, intent.swap_id as Address)
}
