import { type EscrowTerms, isSameAddress, predictVault } from '@tandem/escrow'
import { type Intent, type Order, termsOf } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { SolverChain } from '../chain/chain.ts'
import type { Sender } from '../chain/sender.ts'

export interface TradedChain {
  chain: SolverChain
  sender: Sender
}

export interface Side extends TradedChain {
  terms: EscrowTerms
  vault: Address
  /** The transactions that the orderbook names. They spare a search through logs, and prove nothing by themselves. */
  told: readonly (Hex | null)[]
}

export interface Sides {
  source: Side
  destination: Side
}

export const promisedEscrows = ({ source, destination }: Sides) => ({
  source: { chainId: source.chain.config.chain_id, terms: source.terms },
  destination: { chainId: destination.chain.config.chain_id, terms: destination.terms },
})

/**
 * Derives both sides of an order from its terms.
 *
 * @returns `undefined` for an order of another maker, or on a chain that the solver does not trade on.
 * @throws Error when the order contradicts itself.
 */
export function sidesOf(order: Order, chains: ReadonlyMap<string, TradedChain>): Sides | undefined {
  const source = sideOf(order.source_intent, chains)
  const destination = sideOf(order.destination_intent, chains)
  if (source === undefined || destination === undefined) return undefined
  const isOurs =
    isAddressEqual(destination.terms.creator, destination.chain.account.address) &&
    isAddressEqual(source.terms.recipient, source.chain.account.address)
  if (!isOurs) return undefined
  for (const { vault, named } of [source, destination])
    if (!isSameAddress(vault, named)) throw new Error(`the vault ${named} is not what its terms give`)
  if (source.terms.commitmentHash !== destination.terms.commitmentHash)
    throw new Error('the two sides have different commitment hashes')
  return { source, destination }
}

function sideOf(intent: Intent, chains: ReadonlyMap<string, TradedChain>) {
  const known = chains.get(intent.chain)
  if (known === undefined) return undefined
  const terms = termsOf(intent)
  const { registry, config } = known.chain
  // The orderbook may write addresses in any case.
  const vault = predictVault({ registry, chainId: config.chain_id, terms })
  const told = [intent.create_tx_hash, intent.claim_tx_hash, intent.cancel_tx_hash] as (Hex | null)[]
  return { ...known, terms, vault, told, named: intent.swap_id as Address }
}
