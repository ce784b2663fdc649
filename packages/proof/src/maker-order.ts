import type { AssetConfig } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { BlockerDeps } from '@tandem/solver/funding-blocker'
import type { PromisedTerms } from '@tandem/solver/is-covered'
import { type Address, toHex } from 'viem'
import { ofOrder, secs } from './readings.ts'
import type { OrderSetup, State, World } from './world.ts'

type Sides = Parameters<World['rules']['fundingBlocker']>[2]

/** What the maker knows of an order, beside what the chains show. */
export interface MakerOrder {
  readonly order: Order
  readonly sides: Sides
  readonly promise: PromisedTerms
  readonly assets: readonly AssetConfig[]
}

const chainNames = ['a', 'b'] as const
const assetOn = (chain: 0 | 1) => `${chainNames[chain]}:usd`
const vaultAddress = (vault: number): Address => toHex(vault + 1, { size: 20 })

export const makerOrderOf = ofOrder(makeMakerOrder)

function makeMakerOrder({ scenario, terms }: World, order: number): MakerOrder {
  const { source, destination, times } = scenario.orders[order] as OrderSetup
  const sideOf = (index: number) => {
    const { chain = 0 } = scenario.vaults[index] ?? {}
    const config = { chain: chainNames[chain], chain_id: chain + 1 }
    return { chain: { config }, vault: vaultAddress(index), terms: terms[index] as Sides['source']['terms'] }
  }
  const sides = { source: sideOf(source), destination: sideOf(destination) }
  const bounds = { initiate_by: secs(times.initiateBy), fill_by: secs(times.fillBy) }
  const asset = (side: typeof sides.source) => ({ asset: assetOn(side.chain.config.chain_id === 1 ? 0 : 1) })
  return {
    order: { ...bounds, source_intent: asset(sides.source), destination_intent: asset(sides.destination) } as Order,
    sides: sides as unknown as Sides,
    promise: {
      message: {
        ...bounds,
        source_chain_id: sides.source.chain.config.chain_id,
        destination_chain_id: sides.destination.chain.config.chain_id,
        source_amount: String(sides.source.terms.amount),
        source_token: sides.source.terms.token,
        destination_token: sides.destination.terms.token,
      },
      amount: sides.destination.terms.amount,
      deadlines: { source: secs(times.source), destination: secs(times.destination) },
      commitments: [sides.source.terms.commitmentHash],
    },
    assets: [sides.source, sides.destination].map((side) => ({
      ...asset(side),
      token_address: side.terms.token,
    })) as AssetConfig[],
  }
}

/** The maker's journal, which survives a crash. Orders that share a source belong to one maker. */
export function journalOf({ scenario }: World, { memory }: State): BlockerDeps['journal'] {
  const ofSource = (vault: Address) =>
    scenario.orders.flatMap(({ source }, index) => (vaultAddress(source) === vault ? [index] : []))
  return {
    isConsented: (source) => ofSource(source).some((index) => memory[index]?.consented === 1),
    fundings: (source) =>
      ofSource(source).flatMap((index) => {
        const { destination } = scenario.orders[index] as OrderSetup
        const { chain = 0 } = scenario.vaults[destination] ?? {}
        return memory[index]?.funded === 0
          ? []
          : [{ vault: vaultAddress(destination), chain: chainNames[chain], nonce: 0 }]
      }),
  }
}
