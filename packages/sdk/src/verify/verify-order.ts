import { type EscrowTerms, predictVault } from '@tandem/escrow'
import { type Address, getAddress, type Hex, isAddressEqual, zeroAddress } from 'viem'
import type { Intent, Order, Quote } from '../client/types.ts'
import { chainOfAsset, type KnownNetwork, type VerifiedAsset, type VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { windowChecks } from './verify-windows.ts'

/** What an order is compared with: the quote that was accepted, and what the application knows itself. */
export interface Expectation {
  quote: Pick<Quote, 'quote_id' | 'source' | 'destination' | 'route_type' | 'hop_relayer_fee'> &
    Partial<Pick<Quote, 'source_cancel_after' | 'dest_cancel_after'>>
  commitmentHash: Hex
  sourceAddress: Address
  /** The recipient. On a hop it is the recipient on the hub and on the final chain. */
  destinationAddress: Address
  /**
   * When the swap was started, in unix seconds by the application's clock. Without it, deadlines are checked less
   * strictly.
   */
  startedAt?: number
}

/**
 * The terms of the escrow that an intent describes, with checksummed addresses.
 *
 * @throws viem's `InvalidAddressError` when a field is not an address.
 * @example
 * const data = encodeClaim(termsOf(order.destination_intent), secret)
 */
export function termsOf(intent: Intent): EscrowTerms {
  return {
    token: getAddress(intent.token_address),
    creator: getAddress(intent.creator),
    recipient: getAddress(intent.recipient),
    hopBridge: getAddress(intent.hop_bridge_factory ?? zeroAddress),
    amount: BigInt(intent.amount),
    cancelAfter: intent.cancel_after,
    commitmentHash: intent.commitment_hash as Hex,
  }
}

/**
 * The registry, the vault and the terms of the escrow that an intent describes, with checksummed addresses.
 *
 * @throws viem's `InvalidAddressError` when a field is not an address.
 */
export const escrowOf = (intent: Intent) => ({
  registry: getAddress(intent.registry_address),
  vault: getAddress(intent.swap_id),
  terms: termsOf(intent),
})

/**
 * Checks that an order of the orderbook is what the application asked for, without asking anybody: amounts, tokens,
 * addresses, deadlines, and that both vault addresses follow from the terms. `Swap` does this by itself.
 *
 * @throws `UNVERIFIED`. The message names the first mismatch.
 * @example
 * verifyOrder(order, { quote, commitmentHash, sourceAddress, destinationAddress }, network)
 */
export function verifyOrder(order: Order, expected: Expectation, network: KnownNetwork): void {
  let checks: [string, boolean][]
  try {
    checks = checksOf(order, expected, network)
  } catch (cause) {
    throw new TandemError('UNVERIFIED', 'the order is malformed', { cause })
  }
  const wrong = checks.find(([, isRight]) => !isRight)
  if (wrong !== undefined) throw new TandemError('UNVERIFIED', `the order is not what was asked for: ${wrong[0]}`)
}

function checksOf(order: Order, expected: Expectation, network: KnownNetwork): [string, boolean][] {
  const { chains, assets } = network
  const { source_intent: source, destination_intent: destination } = order
  const { quote } = expected
  // Whether it is a hop is decided by the quote. Otherwise an order could avoid the checks of a hop.
  const isHop = quote.route_type === 'hop'
  return [
    ['quote_id', order.quote_id === quote.quote_id],
    ['l1_hop', destination.l1_hop === isHop],
    ['source asset', source.asset === quote.source.asset],
    ['source amount', source.amount === quote.source.amount],
    // The chain is compared as well, because tokens on different chains may have the same address.
    ['source chain', source.chain === chainOfAsset(source.asset)],
    ['destination chain', destination.chain === chainOfAsset(destination.asset)],
    // On a hop, the quote names the final asset and amount, which `hopChecks` compares.
    ['destination asset', isHop || destination.asset === quote.destination.asset],
    ['destination amount', isHop || destination.amount === quote.destination.amount],
    ['source token_address', isKnownToken(source, assets)],
    ['destination token_address', isKnownToken(destination, assets)],
    ['source commitment_hash', source.commitment_hash === expected.commitmentHash],
    ['destination commitment_hash', destination.commitment_hash === expected.commitmentHash],
    ['source creator', isAddressEqual(source.creator as Address, expected.sourceAddress)],
    ['destination recipient', isAddressEqual(destination.recipient as Address, expected.destinationAddress)],
    ...windowChecks(order, expected, network),
    ['source vault address', isPredicted(source, chains)],
    ['destination vault address', isPredicted(destination, chains)],
    ...(isHop ? hopChecks(destination, expected, network) : []),
  ]
}

/** Checks everything that the recipient will sign for the hop. */
function hopChecks(hub: Intent, { quote, destinationAddress }: Expectation, network: KnownNetwork) {
  const { chains, assets } = network
  const finalName = chainOfAsset(quote.destination.asset)
  const finalChain = chains.find(({ chain }) => chain === finalName)
  const hubChain = chains.find(({ chain }) => chain === hub.chain)
  const finalAsset = assets.find(({ asset }) => asset === quote.destination.asset)
  const hubAsset = assets.find(({ asset }) => asset === hub.asset)
  const checks: [string, boolean][] = [
    ['final_chain', hub.final_chain === finalName && finalChain?.hub_chain === hub.chain],
    ['hub asset of the pinned routes', isHubAsset(hub.asset, quote.destination.asset, network)],
    ['final_token_address', isSame(hub.final_token_address, finalAsset?.token_address)],
    ['hop_dest_blockchain_id', isSame(hub.hop_dest_blockchain_id, finalChain?.blockchain_id)],
    ['hop_bridge_factory', isSame(hub.hop_bridge_factory, hubChain?.hop_bridge_address)],
    ['hop_recipient', isSame(hub.hop_recipient, destinationAddress)],
    ['hop_fee_token', isSame(hub.hop_fee_token, hub.token_address)],
    ['hop_relayer_fee', hub.hop_relayer_fee !== null && hub.hop_relayer_fee === quote.hop_relayer_fee],
    ['destination amount', finalAmount(hub, hubAsset?.decimals, finalAsset?.decimals) === quote.destination.amount],
  ]
  return checks
}

const isSame = (given: string | null, known: string | null | undefined): boolean =>
  given !== null && given.toLowerCase() === known?.toLowerCase()

/**
 * What arrives on the final chain, in its token's base units. The bridge converts between the decimals of both tokens.
 */
function finalAmount(hub: Intent, hubDecimals?: number, finalDecimals?: number): string | undefined {
  if (hubDecimals === undefined || finalDecimals === undefined || hub.hop_relayer_fee === null) return undefined
  const bridged = BigInt(hub.amount) - BigInt(hub.hop_relayer_fee)
  const scale = 10n ** BigInt(Math.abs(finalDecimals - hubDecimals))
  return String(finalDecimals >= hubDecimals ? bridged * scale : bridged / scale)
}

export function finalDestination(destination: Intent, { assets }: KnownNetwork): { asset: string; amount: string } {
  const { asset, amount, l1_hop: isHop, final_chain: chain, final_token_address: token } = destination
  const find = (wanted: (one: VerifiedAsset) => boolean) => assets.find(wanted)
  const arrived = find((one) => one.asset.startsWith(`${chain}:`) && isSame(token, one.token_address))
  if (!isHop || arrived === undefined) return { asset, amount }
  const hubAsset = find((one) => one.asset === asset)
  return { asset: arrived.asset, amount: finalAmount(destination, hubAsset?.decimals, arrived.decimals) ?? amount }
}

/** Whether a pinned route to this final asset goes over this asset on the hub. */
const isHubAsset = (asset: string, finalAsset: string, { routes = [] }: KnownNetwork): boolean =>
  routes.some(({ destination, hub_asset }) => destination === finalAsset && hub_asset === asset)

/**
 * Whether an intent's token is the one of its pinned asset, and on a hop whether a pinned route goes over that asset.
 */
export const isPinnedAsset = (intent: Intent, network: KnownNetwork): boolean =>
  intent.chain === chainOfAsset(intent.asset) &&
  isKnownToken(intent, network.assets) &&
  (!intent.l1_hop || isHubAsset(intent.asset, finalDestination(intent, network).asset, network))

function isKnownToken({ asset, token_address }: Intent, assets: readonly VerifiedAsset[]): boolean {
  const known = assets.find((one) => one.asset === asset)
  return known !== undefined && isAddressEqual(known.token_address as Address, token_address as Address)
}

export function isPredicted(intent: Intent, chains: readonly VerifiedChain[]): boolean {
  const chain = chains.find((one) => one.chain === intent.chain)
  if (chain?.registry_address == null) return false
  const registry = chain.registry_address as Address
  if (!isAddressEqual(registry, intent.registry_address as Address)) return false
  const vault = predictVault({ registry, chainId: chain.chain_id, terms: termsOf(intent) })
  return isAddressEqual(vault, intent.swap_id as Address)
}
