import { hubAmountOf } from '@tandem/contracts'
import { type Keccak, predictVault } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { type EscrowChain, hopDecimals, type ResolvedRoute } from '../../network/domain/network.ts'
import type { Quote } from '../../quotes/domain/quote.ts'
import { escrowTerms } from './next-action.ts'
import type { HopTerms, IntentTerms } from './order.ts'

export type TermsInput = {
  readonly route: ResolvedRoute
  readonly quote: Pick<Quote, 'source' | 'destination' | 'sourceSolverAddress' | 'destSolverAddress' | 'hopRelayerFee'>
  readonly user: { readonly source: Address; readonly destination: Address }
  readonly commitmentHash: Hex
  /** The deadlines of both escrows in unix seconds, by each chain's clock. */
  readonly cancelAfter: { readonly source: number; readonly destination: number }
  readonly keccak: Keccak
}

/**
 * The terms of both escrows. On the source the user pays the quote's solver, on the destination the solver pays the user.
 * A hop's escrow also holds the bridge's fee.
 * @throws Error when the hub's token cannot express the amount.
 */
export function orderTerms(input: TermsInput): { source: IntentTerms; destination: IntentTerms } {
  const { route, quote, user, commitmentHash, cancelAfter } = input
  const withVault = (terms: Omit<IntentTerms, 'swapId'>, chain: EscrowChain) => vaultOf(terms, chain, input.keccak)
  const hop = hopTerms(input)
  const bridged = hubAmountOf(quote.destination.amount, hopDecimals(route))
  if (bridged === undefined) throw new Error('the quoted amount cannot be bridged')
  const source = {
    side: 'source' as const,
    chain: route.sourceChain.chain,
    asset: route.sourceAsset.asset,
    tokenAddress: route.sourceAsset.token_address,
    creator: user.source,
    recipient: quote.sourceSolverAddress,
    amount: quote.source.amount,
    commitmentHash,
    cancelAfter: cancelAfter.source,
    registryAddress: route.sourceChain.registry_address,
    hop: null,
  }
  const destination = {
    side: 'destination' as const,
    chain: route.destinationChain.chain,
    asset: route.destinationAsset.asset,
    tokenAddress: route.destinationAsset.token_address,
    creator: quote.destSolverAddress,
    recipient: user.destination,
    amount: bridged + (hop?.relayerFee ?? 0n),
    commitmentHash,
    cancelAfter: cancelAfter.destination,
    registryAddress: route.destinationChain.registry_address,
    hop,
  }
  return {
    source: withVault(source, route.sourceChain),
    destination: withVault(destination, route.destinationChain),
  }
}

function hopTerms({ route, quote, user }: TermsInput): HopTerms | null {
  if (route.final === null) return null
  const { hop_bridge_address: bridge } = route.destinationChain
  const { blockchain_id: blockchainId } = route.final.chain
  if (bridge === null || blockchainId === null) return null
  return {
    bridgeFactory: bridge,
    destBlockchainId: blockchainId as Hex,
    recipient: user.destination,
    feeToken: route.destinationAsset.token_address,
    relayerFee: quote.hopRelayerFee ?? 0n,
    finalChain: route.final.chain.chain,
    finalTokenAddress: route.final.asset.token_address,
    finalAsset: route.final.asset.asset,
    finalAmount: quote.destination.amount,
  }
}

function vaultOf(terms: Omit<IntentTerms, 'swapId'>, chain: EscrowChain, keccak: Keccak): IntentTerms {
  const vault = { registry: terms.registryAddress, chainId: chain.chain_id, terms: escrowTerms(terms) }
  return { ...terms, swapId: predictVault(vault, keccak) }
}
