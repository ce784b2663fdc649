import type { OrderStatus } from '@tandem/contracts'
import { derived, secs } from './readings.ts'
import { cancelled, claimed } from './registry.ts'
import type { OrderSetup, State, Vault, World } from './world.ts'

export function statusOf(world: World, state: State, order: number): OrderStatus {
  const { scenario, rules } = world
  const setup = scenario.orders[order] as OrderSetup
  const { depth } = derived(world, order)
  const side = (index: number) => {
    const { chain = 0, cancelAfter = 0 } = scenario.vaults[index] ?? {}
    const { created, end, endDepth } = state.vaults[index] as Vault
    const { time, before } = state.chains[chain] as State['chains'][number]
    const isEnded = endDepth >= depth
    return {
      facts: {
        created: created >= depth,
        claimed: isEnded && end === claimed,
        cancelled: isEnded && end === cancelled,
        contradicted: false,
        cancelAfter: secs(cancelAfter),
      },
      time: secs(depth === 1 ? time : before),
    }
  }
  const [source, destination] = [side(setup.source), side(setup.destination)]
  return rules.deriveOrderStatus(
    { source: source.facts, destination: destination.facts },
    { source: source.time, destination: destination.time },
  )
}
